import type { Dms } from '../core/dms.ts';
import {
  accountOperations,
  codeOperations,
  groupOperations,
  passwordLinkOperations,
  peopleOperations,
  sessionOperations,
  setupOperations,
  signInOperations,
  tokenOperations,
  twoFactorOperations,
  userActionOperations,
  userOperations,
} from './accounts/accounts.ts';
import { descriptionOperations } from './openapi/openapi.ts';
import type { RoutesByTag } from './operation/operation.ts';
import {
  activityOperations,
  archiveOperations,
  backupOperations,
  batchOperations,
  documentOperations,
  downloadOperations,
  editAddressOperations,
  entryActionOperations,
  entryLookupOperations,
  eventOperations,
  favouriteMarkOperations,
  favouriteOperations,
  folderListOperations,
  folderOperations,
  incidentOperations,
  linkMailOperations,
  linkOperations,
  lockOperations,
  recentOperations,
  renditionOperations,
  resumableUploadOperations,
  searchOperations,
  shareOperations,
  statusOperations,
  trashOperations,
  undoOperations,
  uploadOperations,
  versionOperations,
} from './resources/resources.ts';

/**
 * Creates the table of all routes under `/api`. If two of them match a request, the first one is used.
 * @param warnings warnings for administrators in addition to those of the core
 */
export function routes(
  dms: Dms,
  baseUrl: string | null,
  warnings: () => readonly string[] = () => [],
): RoutesByTag {
  const account = accountOperations(dms);
  const activity = activityOperations(dms);
  const archives = archiveOperations(dms);
  const undos = undoOperations(dms);
  const batches = batchOperations(dms);
  const backups = backupOperations(dms);
  const codes = codeOperations(dms, baseUrl);
  const description = descriptionOperations(() => routesByTag, baseUrl);
  const documentActions = entryActionOperations(dms, 'document');
  const documents = documentOperations(dms);
  const downloads = downloadOperations(dms);
  const editAddresses = editAddressOperations(dms, baseUrl);
  const entryLookup = entryLookupOperations(dms);
  const events = eventOperations(dms);
  const favourites = favouriteOperations(dms);
  const favouriteDocuments = favouriteMarkOperations(dms, 'document');
  const favouriteFolders = favouriteMarkOperations(dms, 'folder');
  const folderLists = folderListOperations(dms);
  const folderActions = entryActionOperations(dms, 'folder');
  const folders = folderOperations(dms);
  const groups = groupOperations(dms);
  const incidents = incidentOperations(dms);
  const people = peopleOperations(dms);
  const links = linkOperations(dms, baseUrl);
  const linkMail = linkMailOperations(dms);
  const locks = lockOperations(dms);
  const passwordLinks = passwordLinkOperations(dms);
  const recent = recentOperations(dms);
  const renditions = renditionOperations(dms);
  const resumable = resumableUploadOperations(dms);
  const search = searchOperations(dms);
  const sessions = sessionOperations(dms);
  const setup = setupOperations(dms);
  const shares = shareOperations(dms);
  const signIn = signInOperations(dms, baseUrl);
  const status = statusOperations(dms, warnings);
  const tokens = tokenOperations(dms);
  const trash = trashOperations(dms);
  const twoFactor = twoFactorOperations(dms);
  const uploads = uploadOperations(dms);
  const userActions = userActionOperations(dms);
  const users = userOperations(dms);
  const versions = versionOperations(dms);

  const routesByTag: RoutesByTag = {
    'Sign-in': [
      ['POST', '/login', 'guest', signIn.login],
      ['POST', '/logout', 'half_signed_in', signIn.logout],
      ['POST', '/2fa/request-code', 'half_signed_in', codes.request],
      ['POST', '/2fa/verify-code', 'half_signed_in', codes.verify],
      ['GET', '/sign-in-options', 'guest', setup.options],
      ['POST', '/setup', 'guest', setup.create],
      ['POST', '/password-resets', 'guest', passwordLinks.request],
      ['POST', '/password-resets/{code}', 'guest', passwordLinks.setPassword],
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
      ['PUT', '/documents/{id}/opening', 'user', recent.open],
      ['POST', '/documents/{id}/edit-address', 'user', editAddresses.create],
      ['PUT', '/documents/{id}/favourite', 'user', favouriteDocuments.mark],
      ['DELETE', '/documents/{id}/favourite', 'user', favouriteDocuments.unmark],
    ],
    'Resumable uploads': [
      ['OPTIONS', '/uploads', 'guest', resumable.options],
      ['OPTIONS', '/uploads/{id}', 'guest', resumable.options],
      ['GET', '/uploads', 'user', resumable.list],
      ['POST', '/uploads', 'user', resumable.create],
      ['HEAD', '/uploads/{id}', 'user', resumable.head],
      ['PATCH', '/uploads/{id}', 'user', resumable.append],
      ['POST', '/uploads/{id}', 'user', resumable.override],
      ['DELETE', '/uploads/{id}', 'user', resumable.remove],
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
      ['GET', '/folders/system', 'user', folderLists.system],
      ['POST', '/folders', 'user', folders.create],
      ['GET', '/folders/{id}', 'user', folders.get],
      ['PATCH', '/folders/{id}', 'user', folders.rename],
      ['DELETE', '/folders/{id}', 'user', folders.remove],
      ['DELETE', '/folders/{id}/lock', 'user', folderActions.unlock],
      ['GET', '/folders/{id}/contents', 'user', folderLists.contents],
      ['POST', '/folders/{id}/conflicts', 'user', uploads.conflicts],
      ['GET', '/folders/{id}/search', 'user', search.search],
      ['POST', '/folders/{id}/move', 'user', folderActions.move],
      ['POST', '/folders/{id}/copy', 'user', folderActions.copy],
      ['PUT', '/folders/{id}/favourite', 'user', favouriteFolders.mark],
      ['DELETE', '/folders/{id}/favourite', 'user', favouriteFolders.unmark],
    ],
    Entries: [
      ['GET', '/entries', 'user', entryLookup.byPath],
      ['GET', '/favourites', 'user', favourites.list],
      ['GET', '/recent', 'user', recent.list],
      ['POST', '/entries/batch', 'user', batches.run],
      ['POST', '/archives', 'user', archives.create],
      ['GET', '/archives/{id}', 'user', archives.download],
    ],
    Shares: [
      ['GET', '/shares', 'user', shares.list],
      ['POST', '/shares', 'user', shares.create],
      ['GET', '/shares/{id}', 'user', shares.get],
      ['PATCH', '/shares/{id}', 'user', shares.update],
      ['DELETE', '/shares/{id}', 'user', shares.remove],
    ],
    Links: [
      ['GET', '/links', 'user', links.list],
      ['POST', '/links', 'user', links.create],
      ['GET', '/links/{id}', 'user', links.get],
      ['PATCH', '/links/{id}', 'user', links.update],
      ['DELETE', '/links/{id}', 'user', links.remove],
      ['POST', '/links/{id}/mail', 'user', linkMail.send],
      ['GET', '/links/{id}/uses', 'user', links.uses],
      ['GET', '/link-policy', 'user', links.policy],
    ],
    Trash: [
      ['GET', '/trash', 'user', trash.list],
      ['DELETE', '/trash', 'user', trash.empty],
      ['POST', '/trash/{id}/restore', 'user', trash.restore],
      ['DELETE', '/trash/{id}', 'user', trash.purge],
    ],
    People: [['GET', '/people', 'user', people.find]],
    Groups: [
      ['GET', '/groups', 'user', groups.list],
      ['POST', '/groups', 'user', groups.create],
      ['GET', '/groups/{id}', 'user', groups.get],
      ['PATCH', '/groups/{id}', 'user', groups.update],
      ['DELETE', '/groups/{id}', 'user', groups.remove],
      ['GET', '/groups/{id}/members', 'user', groups.members],
      ['POST', '/groups/{id}/members', 'user', groups.addMembers],
      ['DELETE', '/groups/{id}/members/{member}', 'user', groups.removeMember],
    ],
    Users: [
      ['GET', '/users', 'user', users.list],
      ['POST', '/users', 'user', users.create],
      ['GET', '/users/{id}', 'user', users.get],
      ['PATCH', '/users/{id}', 'user', users.update],
      ['DELETE', '/users/{id}', 'user', users.remove],
      ['POST', '/users/{id}/invitation', 'user', userActions.invite],
      ['DELETE', '/users/{id}/2fa', 'user', userActions.removeTwoFactor],
      ['DELETE', '/users/{id}/sessions', 'user', userActions.endSessions],
    ],
    Service: [
      ['GET', '/status', 'user', status.get],
      ['GET', '/locks', 'user', locks.list],
      ['DELETE', '/locks/{id}', 'user', locks.end],
      ['GET', '/incidents', 'user', incidents.list],
      ['POST', '/incidents/{id}/lift', 'user', incidents.lift],
      ['GET', '/backups', 'user', backups.get],
      ['POST', '/backups', 'user', backups.start],
    ],
    Activity: [
      ['GET', '/events', 'user', events.stream],
      ['GET', '/activity', 'user', activity.list],
      ['POST', '/undo', 'user', undos.start],
      ['GET', '/undo', 'user', undos.list],
      ['GET', '/undo/{id}', 'user', undos.get],
      ['GET', '/undo/{id}/notes', 'user', undos.notes],
      ['POST', '/undo/{id}/resume', 'user', undos.resume],
      ['POST', '/folders/{id}/restore', 'user', undos.ofFolder],
      ['GET', '/v2/documents/{id}/activity', 'user', activity.ofDocument],
    ],
    Description: [
      ['GET', '/openapi.json', 'guest', description.openApi],
      ['GET', '/docs', 'guest', description.page],
    ],
  };
  return routesByTag;
}
