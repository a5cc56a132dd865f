// Would catch a size of a picture or a number of pages that a child process which hostile contents have taken over makes up.

import assert from 'node:assert/strict';
import { parseChildMessage } from '../../src/jobs/child-message-schema.ts';

function rendered(media: unknown): object {
  const image = Buffer.from('image');
  const images = { 128: image, 256: image, 512: image };
  const thumbnail = { state: 'ready', type: 'image/png', images, media };
  return { type: 'rendered', rendered: { text: { state: 'none' }, thumbnail }, faults: [] };
}

describe('an answer of the process that reads contents', () => {
  it('tells the size of a picture, the pages of a PDF, or neither', () => {
    for (const media of [
      { width: 1, height: 1, pages: null },
      { width: 1, height: 40_000_000, pages: null },
      { width: null, height: null, pages: 1 },
      { width: null, height: null, pages: 10_000_000 },
      null,
    ])
      assert.deepEqual(parseChildMessage(rendered(media)), rendered(media));
  });

  it('is none if it tells a size that no content can have, or another thing', () => {
    for (const media of [
      { width: 0, height: 1, pages: null },
      { width: 1, height: -1, pages: null },
      { width: 1.5, height: 1, pages: null },
      { width: Number.NaN, height: 1, pages: null },
      { width: '1', height: 1, pages: null },
      { width: 40_000_001, height: 1, pages: null },
      { width: 1, height: null, pages: null },
      { width: 1, height: 1 },
      { width: 1, height: 1, pages: 1 },
      { width: 1, height: 1, pages: null, depth: 1 },
      { width: null, height: null, pages: 0 },
      { width: null, height: null, pages: 0.5 },
      { width: null, height: null, pages: Number.POSITIVE_INFINITY },
      { width: null, height: null, pages: 10_000_001 },
      { width: null, height: null, pages: null },
      '96 × 64',
      undefined,
    ])
      assert.equal(parseChildMessage(rendered(media)), undefined, JSON.stringify(media));
  });
});
