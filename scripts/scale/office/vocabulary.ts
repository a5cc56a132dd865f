import { Random } from '../../crash/random.ts';

// Vocabulary of a German office. As in a real one, many names begin with "r", such as those of bills (Rechnung) and
// reports.
const SURNAMES =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Richter Reinhardt Roth Klein Wolf Schröder Neumann Schwarz Braun Zimmermann Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Maier Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Vogel Friedrich Keller Günther Frank Berger Winkler Lorenz Baumann Simon Böhm Schuster Kraus Schumacher Krämer Voigt Jäger Stein Otto Groß Seidel Brandt Haas Graf Ziegler Kuhn Pohl'.split(
    ' ',
  );
const LEGAL_FORMS = ['GmbH', 'AG', '& Söhne', 'KG', 'GmbH', 'e. K.'];
const TRADES = ['Bau', 'Druck', 'Elektro', 'Handel', 'Logistik', 'Maschinen', 'Metall', 'Optik'];
const SUBJECTS =
  'Rechnung Rechnung Reisekosten Rahmenvertrag Report Angebot Auftrag Lieferschein Protokoll Vertrag Mahnung Gutachten Präsentation Anfrage Kündigung Zeugnis Bescheid Entwurf Notiz Plan'.split(
    ' ',
  );
const EXTENSIONS = ['pdf', 'pdf', 'pdf', 'docx', 'docx', 'xlsx', 'odt', 'txt', 'jpg', 'eml'];

/** MIME types of the extensions that {@link documentText} uses. */
export const MIME_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  txt: 'text/plain',
  jpg: 'image/jpeg',
  eml: 'message/rfc822',
};

/** A word in the names of a third of the documents. */
export const COMMON_WORD = 'GmbH';
/** The beginning of the names of a quarter of the documents, and of other words. */
export const COMMON_BEGINNING = 're*';
/** A word in the names of a few documents of the reader, and in no other names. */
export const RARE_WORD = 'Sonderkündigungsrecht';

/** Name, title and comments of a document. */
export interface DocumentText {
  readonly name: string;
  /** Null: the title is derived from the name. */
  readonly title: string | null;
  readonly comments: string;
}

/** The name of a company. Equal seeds produce equal names. */
export function companyName(seed: number): string {
  const random = new Random(seed);
  const name = pick(random, SURNAMES);
  const trade = random.below(3) === 0 ? ` ${pick(random, TRADES)}` : '';
  return `${name}${trade} ${pick(random, LEGAL_FORMS)}`;
}

/** Name, title and comments of a document. Different numbers produce different names. */
export function documentText(number: number): DocumentText {
  const random = new Random(number);
  const subject = pick(random, SUBJECTS);
  const company = companyName(random.below(5000));
  const name = `${subject} ${company} ${String(number)}.${pick(random, EXTENSIONS)}`;
  const title = random.below(10) < 3 ? `${pick(random, SUBJECTS)} für ${company}` : null;
  const comments = random.below(20) === 0 ? `Freigabe durch ${pick(random, SURNAMES)} steht aus` : '';
  return { name, title, comments };
}

export function personName(number: number): string {
  const random = new Random(number);
  return `${pick(random, SURNAMES)} ${String(number)}`;
}

function pick(random: Random, words: readonly string[]): string {
  return random.pick(words) ?? '';
}
