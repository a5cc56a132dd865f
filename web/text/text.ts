import { batch, signal } from '@preact/signals';
import { AREAS, type Area, type AreaTexts } from './areas.ts';
import type { CoreTexts } from './en.ts';
import { type Language, language } from './language.ts';
import { importWithRetry } from './retry.ts';

const LOADERS: Readonly<Record<Language, () => Promise<CoreTexts>>> = {
  en: async () => (await importWithRetry(() => import('./en.ts'))).en,
  de: async () => (await importWithRetry(() => import('./de.ts'))).de,
};

/** All texts. Those of an area are available after {@link loadTexts}. */
export interface Catalogue extends CoreTexts {
  readonly activityPage: AreaTexts['activity'];
  readonly admin: AreaTexts['admin'];
  readonly document: AreaTexts['document'];
  readonly drive: AreaTexts['drive'];
  readonly earlier: AreaTexts['earlier'];
  readonly groups: AreaTexts['groups'];
  readonly shortcuts: AreaTexts['shortcuts'];
  readonly messages: AreaTexts['messages'];
  readonly myAccount: AreaTexts['account'];
  readonly sharing: AreaTexts['sharing'];
  readonly trashPage: AreaTexts['trash'];
  readonly undoRun: AreaTexts['undo'];
  readonly undoChanges: AreaTexts['undoChanges'];
}

const catalogue = signal<Catalogue | undefined>(undefined);
const NO_MESSAGES = { texts: {}, words: {} };
const areas = signal<Partial<AreaTexts>>({});

/** The texts in the current language. A component that calls this function renders again when the language changes. */
export function t(): Catalogue {
  const texts = catalogue.value;
  if (texts === undefined) throw new Error('no language is loaded yet');
  return texts;
}

/** Loads the texts of the given areas, unless they are loaded. */
export async function loadTexts(...wanted: readonly Area[]): Promise<void> {
  const missing = wanted.filter((area) => areas.peek()[area] === undefined);
  if (missing.length === 0) return;
  const loaded = await loadAreas(missing, language.peek());
  areas.value = { ...areas.peek(), ...loaded };
}

/** Loads the translations of the service's messages. If that fails, messages appear in English. */
export async function loadMessages(): Promise<void> {
  await loadTexts('messages').catch(() => undefined);
}

/** Changes the language of the page without reloading it. */
export async function useLanguage(wanted: Language): Promise<void> {
  const known = Object.keys(areas.peek()).filter(isArea);
  const [core, loaded] = await Promise.all([LOADERS[wanted](), loadAreas(known, wanted)]);
  batch(() => {
    language.value = wanted;
    areas.value = loaded;
    catalogue.value = catalogueOf(core);
  });
  document.documentElement.lang = wanted;
}

function isArea(name: string): name is Area {
  return Object.hasOwn(AREAS, name);
}

async function loadAreas(wanted: readonly Area[], of: Language): Promise<Partial<AreaTexts>> {
  const parts = await Promise.all(wanted.map(async (area) => ({ [area]: await AREAS[area][of]() })));
  return parts.reduce<Partial<AreaTexts>>((all, part) => ({ ...all, ...part }), {});
}

function catalogueOf(core: CoreTexts): Catalogue {
  const of = <A extends Area>(area: A): AreaTexts[A] => {
    const texts: AreaTexts[A] | undefined = areas.value[area];
    if (texts === undefined) throw new Error(`the texts of ${area} are not loaded: see the routes`);
    return texts;
  };
  return {
    ...core,
    get activityPage() {
      return of('activity');
    },
    get admin() {
      return of('admin');
    },
    get document() {
      return of('document');
    },
    get drive() {
      return of('drive');
    },
    get earlier() {
      return of('earlier');
    },
    get groups() {
      return of('groups');
    },
    get shortcuts() {
      return of('shortcuts');
    },
    // Until they are loaded, the service's English is shown.
    get messages() {
      return areas.value.messages ?? NO_MESSAGES;
    },
    get myAccount() {
      return of('account');
    },
    get sharing() {
      return of('sharing');
    },
    get trashPage() {
      return of('trash');
    },
    get undoRun() {
      return of('undo');
    },
    get undoChanges() {
      return of('undoChanges');
    },
  };
}
