/** Reasons why a document has no text or no thumbnail. The texts are stored; facts are numbers. */
export const RENDITION_TEXTS = {
  file_damaged: 'The file is damaged.',
  file_with_password: 'The file is protected by a password.',
  file_encrypted: 'The file is encrypted in an unknown way.',
  file_too_large: 'The file is larger than {mebibytes} MiB.',
  file_too_large_unpacked: 'The file is too large when it is unpacked.',
  file_too_many_parts: 'The file has too many parts.',
  file_needs_memory: 'The file needs too much memory.',
  file_unreadable: 'The file cannot be read.',
  file_unreadable_on_disk: 'The file cannot be read from the disk.',
  picture_damaged: 'The picture is damaged, or of a kind that cannot be read.',
  picture_too_large: 'The picture has more than 40 megapixels.',
  picture_needs_memory: 'The picture needs too much memory.',
  reading_took_memory: 'Reading it took more than {mebibytes} MiB of memory.',
  reading_took_time: 'Reading it took more than {seconds} seconds.',
  reading_stopped: 'It was stopped.',
  reading_failed: 'Reading it failed unexpectedly.',
} as const;
