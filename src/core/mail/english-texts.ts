import { allowed, type MailTexts, moment, type Paragraph } from './mail-texts.ts';

/** E-mails in English. */
export const english: MailTexts = {
  greeting: (name) => `Hello ${name},`,
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
};

function fromAddress(ip: string | null): string {
  return ip === null ? '' : `, from the address ${ip}`;
}
