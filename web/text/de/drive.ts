/** Texts of the drive instructions. Names in quotation marks are those of the German systems. */
export const driveTexts = {
  title: 'Laufwerk verbinden',
  hint: 'Ihre Dateien als Laufwerk: in jedem Programm öffnen und speichern.',
  system: 'Ihr System',
  phone: 'Telefon',
  address: 'Adresse',
  token: 'Token, an Stelle Ihres Passworts',
  tokenHint:
    'Ein Token gilt für dieses eine Laufwerk. Es lässt sich widerrufen, ohne das Passwort zu ändern.',
  make: 'Token erstellen',
  makeAgain: 'Weiteres Token erstellen',
  shownOnce: 'Es wird nur jetzt angezeigt. Sie brauchen es in den Schritten unten.',
  tokenName: (system: string, day: string) => `${system}, ${day}`,
  steps: 'Schritte',
  notSecure: 'Diese Verbindung ist nicht verschlüsselt.',
  notSecureAll:
    'Andere im Netz könnten das Token mitlesen. Der Dienst sollte TLS haben, bevor Laufwerke verbunden werden.',
  notSecureWindows: 'Windows verbindet keine unverschlüsselten Laufwerke. Richten Sie zuerst TLS ein.',
  command: 'Oder in einer Zeile, in einem Terminal; das Token wird erfragt:',
  windows: (address: string, login: string) => [
    'Öffnen Sie den Explorer und darin „Dieser PC“.',
    'Wählen Sie „Netzlaufwerk verbinden“. In Windows 11 steht es hinter „…“ in der Leiste oben.',
    `Geben Sie bei „Ordner“ ${address} ein, und kreuzen Sie „Verbindung mit anderen Anmeldeinformationen herstellen“ an.`,
    'Klicken Sie auf „Fertig stellen“.',
    `Geben Sie als Benutzernamen ${login} und als Kennwort das Token ein. Kreuzen Sie „Anmeldedaten speichern“ an.`,
  ],
  windowsNote:
    'Windows lehnt auf solchen Laufwerken Dateien über 50 MB ab, bis jemand mit Administratorrechten FileSizeLimitInBytes in der Registrierung erhöht.',
  macos: (address: string, login: string) => [
    'Öffnen Sie den Finder, und wählen Sie „Gehe zu“ > „Mit Server verbinden …“ (⌘K).',
    `Geben Sie ${address} ein, und klicken Sie auf „Verbinden“.`,
    `Wählen Sie „Registrierter Benutzer“. Geben Sie als Namen ${login} und als Passwort das Token ein.`,
    'Kreuzen Sie „Passwort im Schlüsselbund sichern“ an, und klicken Sie auf „Verbinden“.',
  ],
  files: 'GNOME Dateien',
  gnome: (address: string, login: string) => [
    'Öffnen Sie Dateien und darin „Netzwerk“ (in älteren Versionen „Andere Orte“).',
    `Geben Sie bei „Serveradresse“ ${address} ein, und klicken Sie auf „Verbinden“.`,
    `Geben Sie als Benutzernamen ${login} und als Passwort das Token ein.`,
  ],
  davfs: 'davfs2, als Ordner des Systems',
  davfsCommand: 'In einem Terminal; Anmeldename und Token werden erfragt:',
  davfsNote:
    'Falls sich der Ordner danach nicht auflisten lässt: In /etc/davfs2/davfs2.conf fehlt die Zeile „buf_size 256“.',
  rclone: 'rclone',
  rcloneSetUp: 'Einrichten; an Stelle von TOKEN das Token einsetzen',
  rcloneMount: 'Verbinden',
  phoneHere:
    'Diese Seiten gehen auf Telefonen, wie sie sind. Für Dateien in anderen Apps brauchen Sie eine App, die WebDAV kennt.',
  ios: 'iPhone und iPad',
  iosSteps: (address: string, login: string) => [
    'Die App „Dateien“ kennt WebDAV nicht. Installieren Sie eine, die es kennt, zum Beispiel Owlfiles, FE File Explorer oder Documents.',
    `Legen Sie darin eine WebDAV-Verbindung mit der Adresse ${address} an.`,
    `Geben Sie als Benutzernamen ${login} und als Passwort das Token ein. Die App erscheint dann auch in „Dateien“.`,
  ],
  android: 'Android',
  androidSteps: (address: string, login: string) => [
    'Installieren Sie eine App, die WebDAV kennt, zum Beispiel Material Files, Solid Explorer oder CX File Explorer.',
    `Legen Sie darin einen WebDAV-Server mit der Adresse ${address} an.`,
    `Geben Sie als Benutzernamen ${login} und als Passwort das Token ein.`,
  ],
};
