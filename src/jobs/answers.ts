import { z } from 'zod';
import type { Rendered } from '../model/entries/rendition.ts';
import { type FromChild, PIECE_BYTES } from './child/messages.ts';

/** Most bytes of a text, and of a thumbnail. */
const TEXT_BYTES = 2 * 2 ** 20;
const IMAGE_BYTES = 2 * 2 ** 20;
/** Longest side of a picture in pixels, which has 40 megapixels at most, and most pages of a PDF. */
const SIDE = 40_000_000;
const PAGES = 10_000_000;
/** Longest reason, and longest fault, in characters. */
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
  z.strictObject({ type: z.literal('page'), bytes: bytes(PIECE_BYTES), isLast: z.boolean() }),
  z.strictObject({
    type: z.literal('rendered'),
    rendered,
    faults: z.array(z.string().transform((fault) => fault.slice(0, FAULT_LENGTH))).max(10),
  }),
]) satisfies z.ZodType<FromChild>;

/**
 * Reads a message of the child, which has seen hostile contents: nothing of it is taken on trust.
 * @returns undefined if it is no such message, or larger than one may be
 */
export function answerOf(message: unknown): FromChild | undefined {
  return fromChild.safeParse(message).data;
}
