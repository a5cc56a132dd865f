/** Texts of the drive instructions. Names in quotation marks are those of the German systems. */
export const driveTexts = {
  title: 'Laufwerk verbinden',
  hint: 'Ihre Dateien als Laufwerk: in jedem Programm öffnen und speichern.',
  system: 'Ihr System',
  phone: 'Telefon',
  address: 'Adresse',
  token: 'Token (ersetzt Ihr Passwort)',
  tokenHint:
    'Erstellen Sie für jedes Laufwerk ein Token. Sie können es widerrufen, ohne Ihr Passwort zu ändern.',
  make: 'Token erstellen',
  makeAgain: 'Weiteres Token erstellen',
  shownOnce: 'Das Token wird nur jetzt angezeigt. Sie brauchen es in den Schritten unten.',
  tokenName: (system: string, day: string) => `${system}, ${day}`,
  steps: 'Schritte',
  sync: 'Synchronisieren',
  syncHint: 'Ihre Dateien als Ordner dieses Rechners, und die Fotos Ihres Telefons hier.',
  syncSteps: 'Anleitung zum Synchronisieren',
  notSecure: 'Diese Verbindung ist nicht verschlüsselt.',
  notSecureAll:
    'Andere im Netz können das Token mitlesen. Richten Sie TLS ein, bevor Sie Laufwerke verbinden.',
  notSecureWindows: 'Windows verbindet keine unverschlüsselten Laufwerke. Richten Sie zuerst TLS ein.',
  command: 'Oder führen Sie diesen Befehl in einem Terminal aus. Er fragt nach dem Token:',
  windows: (address: string, login: string) => [
    'Öffnen Sie den Explorer, und wählen Sie „Dieser PC“.',
    'Wählen Sie „Netzlaufwerk verbinden“. In Windows 11 finden Sie es oben im Menü „…“.',
    `Geben Sie bei „Ordner“ ${address} ein, und kreuzen Sie „Verbindung mit anderen Anmeldeinformationen herstellen“ an.`,
    'Klicken Sie auf „Fertig stellen“.',
    `Geben Sie als Benutzernamen ${login} und als Kennwort das Token ein. Kreuzen Sie „Anmeldedaten speichern“ an.`,
  ],
  windowsNote:
    'Windows lehnt auf solchen Laufwerken Dateien über 50 MB ab, bis ein Administrator FileSizeLimitInBytes in der Registrierung erhöht.',
  macos: (address: string, login: string) => [
    'Öffnen Sie den Finder, und wählen Sie „Gehe zu“ > „Mit Server verbinden …“ (⌘K).',
    `Geben Sie ${address} ein, und klicken Sie auf „Verbinden“.`,
    `Wählen Sie „Registrierter Benutzer“. Geben Sie als Namen ${login} und als Passwort das Token ein.`,
    'Kreuzen Sie „Passwort im Schlüsselbund sichern“ an, und klicken Sie auf „Verbinden“.',
  ],
  files: 'GNOME Dateien',
  gnome: (address: string, login: string) => [
    'Öffnen Sie Dateien, und wählen Sie „Netzwerk“ (in älteren Versionen „Andere Orte“).',
    `Geben Sie bei „Serveradresse“ ${address} ein, und klicken Sie auf „Verbinden“.`,
    `Geben Sie als Benutzernamen ${login} und als Passwort das Token ein.`,
  ],
  davfs: 'davfs2, als Ordner des Systems',
  davfsCommand: 'Führen Sie diesen Befehl in einem Terminal aus. Er fragt nach Anmeldename und Token:',
  davfsNote:
    'Wenn sich der Ordner danach nicht auflisten lässt, ergänzen Sie in /etc/davfs2/davfs2.conf die Zeile „buf_size 256“.',
  rclone: 'rclone',
  rcloneSetUp: 'Einrichten (ersetzen Sie TOKEN durch das Token)',
  rcloneMount: 'Verbinden',
  phoneHere:
    'Diese Seiten funktionieren auch auf Telefonen. Um die Dateien in anderen Apps zu öffnen, brauchen Sie eine App, die WebDAV unterstützt.',
  ios: 'iPhone und iPad',
  iosSteps: (address: string, login: string) => [
    'Die App „Dateien“ unterstützt WebDAV nicht. Installieren Sie eine App, die WebDAV unterstützt, zum Beispiel Owlfiles, FE File Explorer oder Documents.',
    `Legen Sie darin eine WebDAV-Verbindung mit der Adresse ${address} an.`,
    `Geben Sie als Benutzernamen ${login} und als Passwort das Token ein. Die App erscheint dann auch in „Dateien“.`,
  ],
  android: 'Android',
  androidSteps: (address: string, login: string) => [
    'Installieren Sie eine App, die WebDAV unterstützt, zum Beispiel Material Files, Solid Explorer oder CX File Explorer.',
    `Legen Sie darin einen WebDAV-Server mit der Adresse ${address} an.`,
    `Geben Sie als Benutzernamen ${login} und als Passwort das Token ein.`,
  ],
};
