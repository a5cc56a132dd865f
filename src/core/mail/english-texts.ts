import { undoTimeOf } from '../../model/people/incident.ts';
import { allowed, type MailTexts, moment, type Paragraph } from './mail-texts.ts';

/** E-mails in English. */
export const english: MailTexts = {
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  footer: (baseUrl) => (baseUrl === null ? 'Sent by dms.' : `Sent by dms at ${baseUrl}`),

  code: ({ code, expiresAt }) => ({
    subject: 'Your code for signing in',
    paragraphs: [
      'Your code is',
      { code },
      `It can be used once, until ${moment(expiresAt, 'en')}.`,
      'If you did not request it, someone else may know your password. Change your password.',
    ],
  }),

  share(message, driveUrl) {
    const { sharer, entryName, entryKind, expiresAt } = message;
    const entry = `the ${entryKind === 'file' ? 'document' : 'folder'} “${entryName}”`;
    const end = expiresAt === null ? '' : `, until ${moment(expiresAt, 'en')}`;
    const may = allowed(message, 'en', {
      read: 'read',
      change: 'change',
      add: 'add to',
      delete: 'delete',
      share: 'share',
    });
    const paragraphs: Paragraph[] = [
      `${sharer} has shared ${entry} with you. You may ${may} it${end}.`,
      'You can find it at the top level of your drive.',
    ];
    if (driveUrl !== undefined) paragraphs.push({ label: 'Open the drive', href: driveUrl });
    return { subject: `${sharer} shared “${entryName}” with you`, paragraphs };
  },

  token: ({ tokenName, ip }) => ({
    subject: `A new token for your account: “${tokenName}”`,
    paragraphs: [
      `The personal access token “${tokenName}” was created for your account${fromAddress(ip)}. ` +
        'Anyone who has it can act in your name.',
      'If that was not you, revoke the token and change your password.',
    ],
  }),

  password: ({ ip }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account was changed${fromAddress(ip)}.`,
      'If that was neither you nor your administrator, tell your administrator immediately.',
    ],
  }),

  secondFactorOff: () => ({
    subject: 'Two-factor sign-in was turned off',
    paragraphs: [
      'An administrator has turned off two-factor sign-in for your account. Your password is enough now.',
      'Turn it on again with a new device. If you did not request this, tell your administrator immediately.',
    ],
  }),

  reset: ({ url, expiresAt, ip }) => ({
    subject: 'A new password for your account',
    paragraphs: [
      `A new password was requested for your account${fromAddress(ip)}.`,
      { label: 'Set a new password', href: url },
      `The link can be used once, until ${moment(expiresAt, 'en')}.`,
      'If you did not request it, ignore this e-mail. Your password does not change.',
    ],
  }),

  invitation: ({ url, login, inviter, expiresAt }) => ({
    subject: 'Your account is ready',
    paragraphs: [
      `${inviter ?? 'An administrator'} has created an account for you. Your login is “${login}”.`,
      { label: 'Set your password', href: url },
      `The link can be used once, until ${moment(expiresAt, 'en')}.`,
    ],
  }),

  linkUpload({ sender, entryName, entryKind, files }, entryUrl) {
    const count = files === 1 ? 'a file' : `${String(files)} files`;
    const paragraphs: Paragraph[] = [
      `A visitor of your link to the ${entryKind === 'file' ? 'document' : 'folder'} “${entryName}” has sent ${count}.`,
      sender === null
        ? 'The visitor did not enter a name.'
        : `Name and e-mail address that the visitor entered: ${sender}. They are not verified.`,
    ];
    if (entryUrl !== undefined)
      paragraphs.push({
        label: entryKind === 'file' ? 'Open the document' : 'Open the folder',
        href: entryUrl,
      });
    return { subject: `Files for “${entryName}”`, paragraphs };
  },

  link({ sender, entryName, entryKind, url, text, hasPassword, expiresAt }) {
    const what = entryKind === 'file' ? 'document' : 'folder';
    const paragraphs: Paragraph[] = [
      `${sender} sends you a link to the ${what} “${entryName}”${text === '' ? '.' : ', with this message:'}`,
    ];
    if (text !== '') paragraphs.push({ quote: text });
    paragraphs.push({ label: `Open the ${what}`, href: url });
    if (hasPassword)
      paragraphs.push(`You need a password, which this e-mail does not contain. Ask ${sender} for it.`);
    if (expiresAt !== null) paragraphs.push(`The link can be used until ${moment(expiresAt, 'en')}.`);
    return { subject: `${sender} sends you “${entryName}”`, paragraphs };
  },

  alarm({ login, name, incidentKind, documents, action, begunAt, token, ip }) {
    const what = {
      overwrites: 'were overwritten with contents that are not what their names say',
      renames: 'were renamed to the same unknown extension',
      replacements: 'were deleted, and unreadable ones were created in their folders',
    }[incidentKind];
    const since = new Date(undoTimeOf({ begunAt })).toISOString();
    const withToken = token === null ? '' : `, with the token “${token}”`;
    return {
      subject: `Alarm: ransomware on the account “${login}”?`,
      paragraphs: [
        `${String(documents)} documents ${what}, by the account “${login}” (${name})${withToken}${fromAddress(ip)}, ` +
          `since ${moment(begunAt, 'en')}. Ransomware does this.`,
        action === 'pause'
          ? 'dms refuses further changes by this account until you lift the incident.'
          : 'dms goes on accepting changes by this account. To stop them now:',
        { command: action === 'pause' ? 'dms alarm list' : `dms user disable ${login}` },
        'Disconnect the computer from the network, and end the sessions and tokens of the account. ' +
          'Then take the changes back:',
        { command: `dms undo --login ${login} --since ${since}` },
        'If the changes are intended, lift the incident:',
        { command: `dms alarm lift ${login}` },
      ],
    };
  },
};

function fromAddress(ip: string | null): string {
  return ip === null ? '' : `, from the address ${ip}`;
}
