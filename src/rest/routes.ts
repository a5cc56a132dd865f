import type { Dms } from '../core/dms.ts';
import {
  accountOperations,
  codeOperations,
  sessionOperations,
  setupOperations,
  signInOperations,
  tokenOperations,
  twoFactorOperations,
  userOperations,
} from './accounts/accounts.ts';
import { descriptionOperations } from './openapi/openapi.ts';
import type { RoutesByTag } from './operation/operation.ts';
import {
  activityOperations,
  documentOperations,
  downloadOperations,
  entryActionOperations,
  folderListOperations,
  folderOperations,
  renditionOperations,
  searchOperations,
  shareOperations,
  trashOperations,
  uploadOperations,
  versionOperations,
} from './resources/resources.ts';

/** Makes the table of all routes under `/api`. If two of them match a request, the first one answers. */
export function routes(dms: Dms, baseUrl: string | null): RoutesByTag {
  const account = accountOperations(dms);
  const activity = activityOperations(dms);
  const codes = codeOperations(dms, baseUrl);
  const description = descriptionOperations(() => routesByTag, baseUrl);
  const documentActions = entryActionOperations(dms, 'document');
  const documents = documentOperations(dms);
  const downloads = downloadOperations(dms);
  const folderLists = folderListOperations(dms);
  const folderActions = entryActionOperations(dms, 'folder');
  const folders = folderOperations(dms);
  const renditions = renditionOperations(dms);
  const search = searchOperations(dms);
  const sessions = sessionOperations(dms);
  const setup = setupOperations(dms);
  const shares = shareOperations(dms);
  const signIn = signInOperations(dms, baseUrl);
  const tokens = tokenOperations(dms);
  const trash = trashOperations(dms);
  const twoFactor = twoFactorOperations(dms);
  const uploads = uploadOperations(dms);
  const users = userOperations(dms);
  const versions = versionOperations(dms);

  const routesByTag: RoutesByTag = {
    'Sign-in': [
      ['POST', '/login', 'guest', signIn.login],
      ['POST', '/logout', 'half_signed_in', signIn.logout],
      ['POST', '/2fa/request-code', 'half_signed_in', codes.request],
      ['POST', '/2fa/verify-code', 'half_signed_in', codes.verify],
      ['POST', '/setup', 'guest', setup.create],
    ],
    Account: [
      ['GET', '/account', 'user', account.get],
      ['PATCH', '/account', 'user', account.update],
      ['GET', '/account/sessions', 'user', sessions.list],
      ['DELETE', '/account/sessions', 'user', sessions.endOthers],
      ['DELETE', '/account/sessions/{id}', 'user', sessions.end],
      ['GET', '/account/tokens', 'user', tokens.list],
      ['POST', '/account/tokens', 'user', tokens.create],
      ['DELETE', '/account/tokens/{id}', 'user', tokens.revoke],
      ['POST', '/account/2fa', 'user', twoFactor.enrol],
      ['DELETE', '/account/2fa', 'user', twoFactor.remove],
      ['POST', '/account/2fa/confirm', 'user', twoFactor.confirm],
      ['POST', '/account/2fa/recovery-codes', 'user', twoFactor.renewRecoveryCodes],
    ],
    Documents: [
      ['POST', '/documents/upload', 'user', uploads.upload],
      ['GET', '/documents/{id}', 'user', documents.get],
      ['PATCH', '/documents/{id}', 'user', documents.update],
      ['DELETE', '/documents/{id}', 'user', documents.remove],
      ['DELETE', '/documents/{id}/lock', 'user', documentActions.unlock],
      ['GET', '/documents/{id}/download', 'user', downloads.head],
      ['GET', '/documents/{id}/thumbnail', 'user', renditions.thumbnail],
      ['GET', '/documents/{id}/text', 'user', renditions.text],
      ['GET', '/documents/{id}/metadata', 'user', documents.metadata],
      ['POST', '/documents/{id}/move', 'user', documentActions.move],
      ['POST', '/documents/{id}/copy', 'user', documentActions.copy],
    ],
    Versions: [
      ['GET', '/documents/{id}/versions', 'user', versions.list],
      ['GET', '/documents/{id}/versions/{number}', 'user', versions.get],
      ['PATCH', '/documents/{id}/versions/{number}', 'user', versions.update],
      ['DELETE', '/documents/{id}/versions/{number}', 'user', versions.remove],
      ['GET', '/documents/{id}/versions/{number}/download', 'user', downloads.version],
      ['POST', '/documents/{id}/versions/{number}/restore', 'user', versions.restore],
    ],
    Folders: [
      ['GET', '/folders/shares', 'user', folderLists.shares],
      ['POST', '/folders', 'user', folders.create],
      ['GET', '/folders/{id}', 'user', folders.get],
      ['PATCH', '/folders/{id}', 'user', folders.rename],
      ['DELETE', '/folders/{id}', 'user', folders.remove],
      ['DELETE', '/folders/{id}/lock', 'user', folderActions.unlock],
      ['GET', '/folders/{id}/contents', 'user', folderLists.contents],
      ['GET', '/folders/{id}/search', 'user', search.search],
      ['POST', '/folders/{id}/move', 'user', folderActions.move],
      ['POST', '/folders/{id}/copy', 'user', folderActions.copy],
    ],
    Shares: [
      ['GET', '/shares', 'user', shares.list],
      ['POST', '/shares', 'user', shares.create],
      ['GET', '/shares/{id}', 'user', shares.get],
      ['PATCH', '/shares/{id}', 'user', shares.update],
      ['DELETE', '/shares/{id}', 'user', shares.remove],
    ],
    Trash: [
      ['GET', '/trash', 'user', trash.list],
      ['POST', '/trash/{id}/restore', 'user', trash.restore],
      ['DELETE', '/trash/{id}', 'user', trash.purge],
    ],
    Users: [
      ['GET', '/users', 'user', users.list],
      ['POST', '/users', 'user', users.create],
      ['GET', '/users/{id}', 'user', users.get],
      ['PATCH', '/users/{id}', 'user', users.update],
      ['DELETE', '/users/{id}', 'user', users.remove],
    ],
    Activity: [
      ['GET', '/activity', 'user', activity.list],
      ['GET', '/v2/documents/{id}/activity', 'user', activity.ofDocument],
    ],
    Description: [
      ['GET', '/openapi.json', 'guest', description.openApi],
      ['GET', '/docs', 'guest', description.page],
    ],
  };
  return routesByTag;
}
