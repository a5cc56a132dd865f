import { GENERATION, STATUS } from '../status.ts';
import type { OcsData } from './ocs-response.ts';

const VERSION = {
  major: GENERATION.major,
  minor: GENERATION.minor,
  micro: GENERATION.micro,
  string: GENERATION.text,
  edition: '',
  extendedSupport: false,
} as const;

const CORE = { pollinterval: 60, 'webdav-root': 'remote.php/webdav' } as const;

/**
 * The Android app of Nextcloud refuses capabilities without `resharing`, that of ownCloud those without
 * `search_min_length`.
 */
const NO_SHARING = { api_enabled: false, resharing: false, search_min_length: 3 } as const;

/** Name and colours with which clients show the account; the colours are those of the pages (`web/style/tokens.css`). */
function themingOf(url: string): OcsData {
  const colours = { color: '#2352cc', 'color-text': '#ffffff', 'color-element': '#2352cc' };
  return { name: 'dms', url, slogan: '', ...colours };
}

/**
 * What clients may use. A feature that is missing here is not offered to users. Sharing is the exception: clients take it
 * for granted unless `api_enabled` is false.
 * @param url that of the service
 * @param isSignedIn false: the part that is for everybody
 */
export function capabilitiesFor(url: string, isSignedIn: boolean): OcsData {
  const theming = themingOf(url);
  if (!isSignedIn) return { version: VERSION, capabilities: { core: CORE, theming } };
  return {
    version: VERSION,
    capabilities: {
      core: { ...CORE, status: STATUS },
      dav: { chunking: '1.0', chunkingParallelUploadDisabled: true },
      files: { bigfilechunking: true, favorites: true, undelete: true, versioning: true },
      checksums: { supportedTypes: ['SHA256'], preferredUploadType: 'SHA256' },
      files_sharing: NO_SHARING,
      theming,
    },
  };
}
