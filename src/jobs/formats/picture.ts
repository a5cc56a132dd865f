/** A picture without compression: four bytes for each pixel, red, green, blue and opacity, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}
