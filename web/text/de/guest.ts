import { formatNumber } from '../format.ts';
/** Texts for guests: sign-in, password reset and first setup. */
export const guestTexts = {
  wrong: 'Anmeldename oder Passwort ist falsch.',
  tooMany: (wait: string) => `Zu viele Versuche. Versuchen Sie es in ${wait} noch einmal.`,
  seconds: (count: number) => (count === 1 ? '1 Sekunde' : `${formatNumber(count)} Sekunden`),
  minutes: (count: number) => (count === 1 ? '1 Minute' : `${formatNumber(count)} Minuten`),
  codeTitle: 'Zweiter Faktor',
  codeFromApp: 'Geben Sie den Code ein, den Ihre Authenticator-App zeigt.',
  codeFromMail: 'Wir haben einen Code an Ihre E-Mail-Adresse gesendet. Er gilt 10 Minuten.',
  codeFromAny: 'Geben Sie den Code aus Ihrer Authenticator-App oder aus der E-Mail ein.',
  recoveryHint: 'Smartphone nicht zur Hand? Geben Sie einen Wiederherstellungscode ein.',
  sendAgain: 'Noch einmal senden',
  sendMail: 'Per E-Mail senden',
  sentAgain: 'Code gesendet. Nur der neueste Code gilt.',
  appOnly: 'Ihr Konto verwendet eine Authenticator-App. Geben Sie den Code aus der App ein.',
  otherAccount: 'Anderes Konto verwenden',
  forgot: 'Passwort vergessen?',
  languages: 'Sprache',

  resetTitle: 'Neues Passwort',
  resetHint:
    'Geben Sie Ihren Anmeldenamen oder Ihre E-Mail-Adresse ein. Falls das Konto existiert, senden wir Ihnen einen Link.',
  resetSend: 'Link senden',
  resetSent: 'Falls das Konto existiert, haben wir einen Link gesendet. Er gilt 30 Minuten.',
  resetOff: 'Dieser Dienst kann keine Links senden. Bitten Sie Ihren Administrator um ein neues Passwort.',
  invitedHint: 'Willkommen. Wählen Sie ein Passwort für Ihr Konto.',
  chooseHint:
    'Wählen Sie ein neues Passwort. Alle Sitzungen enden, und die Token des Kontos werden widerrufen.',
  setPassword: 'Passwort setzen',
  isSet: (login: string) => `Das Passwort von ${login} ist gesetzt. Sie können sich jetzt anmelden.`,
  linkVoid: 'Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.',
  toSignIn: 'Zur Anmeldung',

  setupTitle: 'Erster Administrator',
  setupHint: 'Legen Sie das Administratorkonto für diesen neuen Dienst an.',
  setupMake: 'Konto anlegen',
  setupDone: 'Ihr Konto ist bereit',
  setupNext: 'Wie geht es weiter?',
  setupDrive: 'Laufwerk verbinden',
  setupPeople: 'Personen einladen',
  setupClosed:
    'Einrichtung nicht möglich: Es gibt schon einen Administrator, oder der Link ist unvollständig.',
  setupTaken: 'Es gibt schon einen Administrator. Melden Sie sich an.',
  setupWanted:
    'Es gibt noch keinen Administrator. Der Dienst gibt beim Start einen Einrichtungslink aus. Öffnen Sie den Link aus dieser Ausgabe. Er gilt 30 Minuten. Starten Sie den Dienst neu, um einen neuen zu erhalten.',
  setupVoid: 'Dieser Link gilt nicht mehr. Starten Sie den Dienst neu, um einen neuen zu erhalten.',
  loginHint: '1 bis 64 Zeichen aus a-z, 0-9, „.“, „_“ und „-“.',
};
