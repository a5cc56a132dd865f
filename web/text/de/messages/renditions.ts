/** Reasons why a document has no text or no thumbnail. */
export const renditionMessages = {
  file_damaged: 'Die Datei ist beschädigt.',
  file_with_password: 'Die Datei ist durch ein Passwort geschützt.',
  file_encrypted: 'Die Datei ist auf unbekannte Weise verschlüsselt.',
  file_too_large: 'Die Datei ist größer als {mebibytes} MiB.',
  file_too_large_unpacked: 'Die Datei ist entpackt zu groß.',
  file_too_many_parts: 'Die Datei besteht aus zu vielen Teilen.',
  file_needs_memory: 'Die Datei benötigt zu viel Arbeitsspeicher.',
  file_unreadable: 'Die Datei ist nicht lesbar.',
  file_unreadable_on_disk: 'Die Datei lässt sich nicht vom Speicher des Servers lesen.',
  picture_damaged: 'Das Bild ist beschädigt oder von einer Art, die sich nicht lesen lässt.',
  picture_too_large: 'Das Bild hat mehr als 40 Megapixel.',
  picture_needs_memory: 'Das Bild benötigt zu viel Arbeitsspeicher.',
  reading_took_memory: 'Das Lesen hat mehr als {mebibytes} MiB Arbeitsspeicher benötigt.',
  reading_took_time: 'Das Lesen hat mehr als {seconds} Sekunden gedauert.',
  reading_stopped: 'Das Lesen wurde abgebrochen.',
  reading_failed: 'Beim Lesen ist ein unerwarteter Fehler aufgetreten.',
} as const;
