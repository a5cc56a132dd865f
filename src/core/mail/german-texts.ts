import { undoTimeOf } from '../../model/people/incident.ts';
import { allowed, type MailTexts, moment, type Paragraph } from './mail-texts.ts';

/** E-mails in German. */
export const german: MailTexts = {
  greeting: (name) => (name === '' ? 'Guten Tag,' : `Hallo ${name},`),
  footer: (baseUrl) => (baseUrl === null ? 'Gesendet von dms.' : `Gesendet von dms auf ${baseUrl}`),

  code: ({ code, expiresAt }) => ({
    subject: 'Ihr Code für die Anmeldung',
    paragraphs: [
      'Ihr Code lautet',
      { code },
      `Er gilt einmal, bis ${moment(expiresAt, 'de')}.`,
      'Wenn Sie ihn nicht gerade angefordert haben, kennt vielleicht jemand Ihr Passwort: Ändern Sie es.',
    ],
  }),

  share(message, driveUrl) {
    const { sharer, entryName, entryKind, expiresAt } = message;
    const entry = `${entryKind === 'file' ? 'das Dokument' : 'den Ordner'} „${entryName}“`;
    const it = entryKind === 'file' ? 'es' : 'ihn';
    const end = expiresAt === null ? '' : `, bis ${moment(expiresAt, 'de')}`;
    const may = allowed(message, 'de', {
      read: 'lesen',
      change: 'ändern',
      add: 'ergänzen',
      delete: 'löschen',
      share: 'teilen',
    });
    const paragraphs: Paragraph[] = [
      `${sharer} hat ${entry} mit Ihnen geteilt. Sie dürfen ${it} ${may}${end}.`,
      `Sie finden ${it} ganz oben in Ihrem Laufwerk.`,
    ];
    if (driveUrl !== undefined) paragraphs.push({ label: 'Laufwerk öffnen', href: driveUrl });
    return { subject: `${sharer} hat „${entryName}“ mit Ihnen geteilt`, paragraphs };
  },

  token: ({ tokenName, ip }) => ({
    subject: `Ein neuer Token für Ihr Konto: „${tokenName}“`,
    paragraphs: [
      `Für Ihr Konto wurde der persönliche Token „${tokenName}“ angelegt${fromAddress(ip)}. ` +
        'Wer ihn hat, kann in Ihrem Namen handeln.',
      'Wenn Sie das nicht waren, widerrufen Sie den Token und ändern Sie Ihr Passwort.',
    ],
  }),

  password: ({ ip }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `Das Passwort Ihres Kontos wurde geändert${fromAddress(ip)}.`,
      'Wenn das weder Sie noch Ihre Verwaltung waren, informieren Sie sofort Ihre Verwaltung.',
    ],
  }),

  secondFactorOff: () => ({
    subject: 'Der zweite Faktor wurde ausgeschaltet',
    paragraphs: [
      'Die Verwaltung hat den zweiten Faktor Ihres Kontos ausgeschaltet. Jetzt genügt Ihr Passwort.',
      'Schalten Sie ihn mit einem neuen Gerät wieder ein. Wenn Sie nicht darum gebeten haben, informieren Sie sofort ' +
        'Ihre Verwaltung.',
    ],
  }),

  reset: ({ url, expiresAt, ip }) => ({
    subject: 'Ein neues Passwort für Ihr Konto',
    paragraphs: [
      `Jemand hat ein neues Passwort für Ihr Konto angefordert${fromAddress(ip)}.`,
      { label: 'Neues Passwort setzen', href: url },
      `Der Link gilt einmal, bis ${moment(expiresAt, 'de')}.`,
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort ändert sich nicht.',
    ],
  }),

  invitation: ({ url, login, inviter, expiresAt }) => ({
    subject: 'Ihr Konto ist bereit',
    paragraphs: [
      `${inviter ?? 'Die Verwaltung'} hat ein Konto für Sie angelegt. Ihr Anmeldename ist „${login}“.`,
      { label: 'Passwort setzen', href: url },
      `Der Link gilt einmal, bis ${moment(expiresAt, 'de')}.`,
    ],
  }),

  linkUpload({ sender, entryName, entryKind, files }, entryUrl) {
    const count = files === 1 ? 'eine Datei' : `${String(files)} Dateien`;
    const paragraphs: Paragraph[] = [
      `Über Ihren Link auf ${entryKind === 'file' ? 'das Dokument' : 'den Ordner'} „${entryName}“ hat jemand ${count} gesendet.`,
      sender === null
        ? 'Einen Namen hat die Person nicht angegeben.'
        : `Als Name und E-Mail-Adresse hat die Person angegeben: ${sender}. Beides ist nicht geprüft.`,
    ];
    if (entryUrl !== undefined)
      paragraphs.push({ label: entryKind === 'file' ? 'Dokument öffnen' : 'Ordner öffnen', href: entryUrl });
    return { subject: `Dateien für „${entryName}“`, paragraphs };
  },

  link({ sender, entryName, entryKind, url, text, hasPassword, expiresAt }) {
    const what = entryKind === 'file' ? 'Dokument' : 'Ordner';
    const paragraphs: Paragraph[] = [
      `${sender} sendet Ihnen einen Link auf ${entryKind === 'file' ? 'das' : 'den'} ${what} „${entryName}“` +
        (text === '' ? '.' : ', mit dieser Nachricht:'),
    ];
    if (text !== '') paragraphs.push({ quote: text });
    paragraphs.push({ label: `${what} öffnen`, href: url });
    if (hasPassword)
      paragraphs.push(
        `Sie brauchen ein Passwort, das nicht in dieser E-Mail steht. Fragen Sie ${sender} danach.`,
      );
    if (expiresAt !== null) paragraphs.push(`Der Link gilt bis ${moment(expiresAt, 'de')}.`);
    return { subject: `${sender} sendet Ihnen „${entryName}“`, paragraphs };
  },

  alarm({ login, name, incidentKind, documents, action, begunAt, token, ip }) {
    const what = {
      overwrites: 'mit Inhalten überschrieben, die nicht zu ihren Namen passen',
      renames: 'auf dieselbe unbekannte Endung umbenannt',
      replacements: 'gelöscht und durch unlesbare Dokumente ersetzt',
    }[incidentKind];
    const since = new Date(undoTimeOf({ begunAt })).toISOString();
    const withToken = token === null ? '' : `, mit dem Token „${token}“`;
    return {
      subject: `Alarm: Verschlüsselung im Konto „${login}“?`,
      paragraphs: [
        `Das Konto „${login}“ (${name}) hat seit ${moment(begunAt, 'de')} ${String(documents)} Dokumente ` +
          `${what}${withToken}${fromAddress(ip)}. Das tun Erpressungstrojaner.`,
        action === 'pause'
          ? 'dms lehnt weitere Änderungen dieses Kontos ab, bis Sie den Vorfall aufheben.'
          : 'dms nimmt weitere Änderungen dieses Kontos an. So stoppen Sie sie sofort:',
        { command: action === 'pause' ? 'dms alarm list' : `dms user disable ${login}` },
        'Trennen Sie den Rechner vom Netz und beenden Sie Sitzungen und Token des Kontos. ' +
          'Machen Sie die Änderungen dann rückgängig:',
        { command: `dms undo --login ${login} --since ${since}` },
        'Wenn die Änderungen gewollt sind, heben Sie den Vorfall auf:',
        { command: `dms alarm lift ${login}` },
      ],
    };
  },
};

function fromAddress(ip: string | null): string {
  return ip === null ? '' : `, von der Adresse ${ip}`;
}
