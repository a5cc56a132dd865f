/** An uncompressed picture: four bytes per pixel (red, green, blue, alpha), row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}
