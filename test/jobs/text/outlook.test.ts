import assert from 'node:assert/strict';
import { kindOf } from '../../../src/jobs/formats/kind.ts';
import { Unreadable } from '../../../src/jobs/formats/unreadable.ts';
import { textOf } from '../../../src/jobs/text/text.ts';
import { outlookMail } from '../../support/contents/outlook.ts';

const head = [
  ['0037001F', 'Vertrag für Müller'],
  ['0C1A001F', 'Jörg'],
  ['0C1F001F', 'joerg@example.org'],
] as const;
const read = async (content: Buffer) => textOf(content, await kindOf(content));
const damaged = (error: unknown) => error instanceof Unreadable && error.message === 'The file is damaged.';

describe('the text of a mail of Outlook', () => {
  it('has subject, sender, body, and the names and texts of attachments', async () => {
    const note = [
      ['3707001F', 'Notiz.txt'],
      ['37010102', Buffer.from('Größe', 'latin1')],
    ] as const;
    const text = await read(
      outlookMail({ properties: [...head, ['1000001F', 'Guten Tag']], attachments: [note] }),
    );
    assert.equal(text, 'Vertrag für Müller\nJörg joerg@example.org\n\nGuten Tag\n\nNotiz.txt\nGröße');
  });

  it('has the text of a body in HTML', async () => {
    const html = Buffer.from('<html><style>no</style><p>Guten <b>Tag</b></p>');
    assert.match(await read(outlookMail({ properties: [...head, ['10130102', html]] })), /\n\nGuten Tag$/);
  });

  it('is right in mails that are not Unicode', async () => {
    assert.equal(await read(outlookMail({ properties: [['0037001E', 'Grüße']] })), 'Grüße');
  });

  it('that is large is read from its large sectors', async () => {
    const body = 'Guten Tag '.repeat(5000);
    const text = await read(outlookMail({ properties: [['1000001F', body]] }));
    assert.equal(text, body.trim());
  });
});

describe('a hostile mail of Outlook', () => {
  const mail = outlookMail({ properties: [...head, ['1000001F', 'Guten Tag '.repeat(5000)]] });
  const table = 512 * (mail.readInt32LE(76) + 1);
  const directory = 512 * (mail.readInt32LE(48) + 1);

  it('whose chains of sectors come back to themselves is damaged', async () => {
    for (let sector = 0; sector < 100; sector += 9) {
      const looped = Buffer.from(mail);
      looped.writeInt32LE(sector, table + 4 * sector);
      await assert.rejects(read(looped), damaged);
    }
  });

  it('whose directory comes back to itself is damaged', async () => {
    for (const field of [68, 72, 76]) {
      const looped = Buffer.from(mail);
      looped.writeInt32LE(1, directory + 128 + field);
      looped.writeInt32LE(1, directory + 256 + field);
      await assert.rejects(read(looped), damaged);
    }
  });

  it('that claims more sectors or longer streams than it has is damaged', async () => {
    for (const [offset, number] of [
      [44, 0x7fffffff],
      [72, 0x7fffffff],
      [directory + 128 + 120, 0x7fffffff],
    ] as const) {
      const liar = Buffer.from(mail);
      liar.writeInt32LE(number, offset);
      await assert.rejects(read(liar), damaged);
    }
  });
});
