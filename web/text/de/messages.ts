import type { components } from '../../schema.d.ts';
import type { MessageTexts } from '../message-texts.ts';
import { accountMessages } from './messages/accounts.ts';
import { activityMessages } from './messages/activity.ts';
import { entryMessages } from './messages/entries.ts';
import { fieldMessages } from './messages/fields.ts';
import { renditionMessages } from './messages/renditions.ts';
import { serviceMessages } from './messages/service.ts';
import { shareMessages } from './messages/shares.ts';

type MessageCode = components['schemas']['MessageCode'];

/** The service's messages by code (docs/build/messages.md). The English ones are in `src/model/errors/messages`. `{name}` is the placeholder of a fact. */
export const messageTexts = {
  ...fieldMessages,
  ...entryMessages,
  ...shareMessages,
  ...accountMessages,
  ...serviceMessages,
  ...activityMessages,
  ...renditionMessages,
} satisfies Readonly<Record<MessageCode, string>>;

/** German words for the values of facts, by the name of the fact. */
export const messageWords = {
  verbs: {
    read: 'ansehen',
    change: 'ändern',
    'create in': 'befüllen',
    delete: 'löschen',
    share: 'teilen',
  },
  fields: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    language: 'Sprache',
    is_admin: 'Administratorrechte',
    is_disabled: 'Deaktivierung',
    quota_bytes: 'Kontingent',
  },
  scope: { read: 'Lesen', write: 'Ändern', webdav: 'Laufwerk', admin: 'Verwalten' },
  scopes: { read: 'Lesen', write: 'Ändern', webdav: 'Laufwerk', admin: 'Verwalten' },
  method: { totp: 'Authenticator-App', email: 'E-Mail' },
} satisfies MessageTexts['words'];
