import type { ColorProfile } from '@imagemagick/magick-wasm';
import type { Magick } from './magick.ts';

/**
 * sRGB colour profile: `sRGB-v4.icc` of github.com/saucecontrol/Compact-ICC-Profiles, in the public domain (CC0).
 * ImageMagick converts colours between profiles, but includes no profile.
 */
const PROFILE = `
  AAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEA
  AAAA0y1oYW5keem/Vlo+AbaDI4VVRvdPqgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAA
  ASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAA
  AAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAAB
  AAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDD8AAAXd///zJgAAB5AAAP2S///7
  of///aIAAAPcAADAcVhZWiAAAAAAAABvoAAAOPIAAAOPWFlaIAAAAAAAAGKWAAC3iQAAGNpYWVogAAAAAAAAJKAAAA+FAAC2xHBh
  cmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb`;

export function srgbProfile({ ColorProfile }: Magick): ColorProfile {
  return new ColorProfile(Buffer.from(PROFILE, 'base64'));
}
