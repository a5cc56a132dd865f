import * as z from 'zod';
import type { Rendered } from '../model/entries/rendition.ts';
import { CHUNK_BYTES, type FromChild } from './child/messages.ts';

/** Maximum size of a text and of a thumbnail, in bytes. */
const TEXT_BYTES = 2 * 2 ** 20;
const IMAGE_BYTES = 2 * 2 ** 20;
/** Upper bounds of a picture's side in pixels (a picture has at most 40 megapixels) and of a PDF's page count. */
const SIDE = 40_000_000;
const PAGES = 10_000_000;
/** Maximum length of a reason and of a fault, in characters. */
const REASON_LENGTH = 200;
const FAULT_LENGTH = 10_000;

const bytes = (most: number) =>
  z.instanceof(Uint8Array).refine((value) => value.length > 0 && value.length <= most);
const nothing = z.strictObject({ state: z.literal('none') });
const failure = z.strictObject({ state: z.literal('failed'), reason: z.string().max(REASON_LENGTH) });
const image = bytes(IMAGE_BYTES);
const upTo = (most: number) => z.int().min(1).max(most);
const media = z.union([
  z.strictObject({ width: upTo(SIDE), height: upTo(SIDE), pages: z.null() }),
  z.strictObject({ width: z.null(), height: z.null(), pages: upTo(PAGES) }),
  z.null(),
]);

const rendered = z.strictObject({
  text: z.union([z.strictObject({ state: z.literal('ready'), text: bytes(TEXT_BYTES) }), nothing, failure]),
  thumbnail: z.union([
    z.strictObject({
      state: z.literal('ready'),
      type: z.enum(['image/jpeg', 'image/png']),
      images: z.strictObject({ 128: image, 256: image, 512: image }),
      media,
    }),
    nothing,
    failure,
  ]),
}) satisfies z.ZodType<Rendered>;

const fromChild = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('more') }),
  z.strictObject({ type: z.literal('page'), bytes: bytes(CHUNK_BYTES), isLast: z.boolean() }),
  z.strictObject({
    type: z.literal('rendered'),
    rendered,
    faults: z.array(z.string().transform((fault) => fault.slice(0, FAULT_LENGTH))).max(10),
  }),
]) satisfies z.ZodType<FromChild>;

/**
 * Validates a message from the rendering process. The process reads hostile contents, so no part of the message is
 * trusted.
 * @returns undefined if the message is invalid or exceeds a limit
 */
export function parseChildMessage(message: unknown): FromChild | undefined {
  return fromChild.safeParse(message).data;
}
