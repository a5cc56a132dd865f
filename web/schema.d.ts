// Made by `npm run web:schema`.

export interface paths {
  '/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in
     * @description Sets the session cookie. 429 after too many wrong passwords.
     */
    post: operations['postLogin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out
     * @description Ends the session of the cookie, even if a second factor is still required. A token is not a session and remains valid.
     */
    post: operations['postLogout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/2fa/request-code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a code
     * @description For a caller who must still enter a code, and for a signed-in user who wants to turn the second factor off. `email`: sends a code that is valid for 10 minutes and one use; at most 3 codes an hour. `totp`: sends nothing, because the authenticator app shows the codes.
     */
    post: operations['post2faRequestCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/2fa/verify-code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify a code to complete the sign-in
     * @description Sets a new session cookie. `code` is from the e-mail, from the authenticator app, or a recovery code. After 5 wrong codes: 429, for all sessions of this account.
     */
    post: operations['post2faVerifyCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sign-in-options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the options for callers who are not signed in */
    get: operations['getSignInOptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/setup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create the first administrator
     * @description Works once, while there is no administrator; after that 404 with the code `administrator_exists`. 403 if the code is wrong, older than 30 minutes, or of an earlier start; 429 after too many wrong ones.
     */
    post: operations['postSetup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/password-resets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a link for a new password
     * @description Sends it by e-mail if there is an enabled account with this login or e-mail address. The response is the same in any case. The link is valid for 30 minutes and one use; at most 3 an hour for an account. 429 after too many requests from one address.
     */
    post: operations['postPasswordResets'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/password-resets/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a password with a link
     * @description Ends all sessions of the user and revokes the tokens. Does not sign the user in, and does not turn off the second factor. 404 if the code is unknown, used or expired.
     */
    post: operations['postPasswordResetsCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read your own account */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change your own account
     * @description At least one field. A new password ends all other sessions of the user and revokes the tokens, and the user is notified by e-mail.
     */
    patch: operations['patchAccount'];
    trace?: never;
  };
  '/account/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your own sessions
     * @description The session that was used last comes first.
     */
    get: operations['getAccountSessions'];
    put?: never;
    post?: never;
    /** End all other sessions */
    delete: operations['deleteAccountSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End a session */
    delete: operations['deleteAccountSessionsId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your own tokens
     * @description Newest first, expired tokens included.
     */
    get: operations['getAccountTokens'];
    put?: never;
    /**
     * Create a token
     * @description Only this response contains the token itself; it cannot be read again.
     */
    post: operations['postAccountTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a token
     * @description The tokens that were created with it are revoked too.
     */
    delete: operations['deleteAccountTokensId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account/2fa': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start turning on the second factor
     * @description The second factor stays off until a code is verified. `email`: sends a code; at most 3 codes an hour.
     */
    post: operations['postAccount2fa'];
    /** Turn off the second factor */
    delete: operations['deleteAccount2fa'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account/2fa/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Turn on the second factor
     * @description Ends all other sessions of the user and revokes the tokens. After that, WebDAV accepts only tokens, not the password.
     */
    post: operations['postAccount2faConfirm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account/2fa/recovery-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create new recovery codes
     * @description The old recovery codes become invalid.
     */
    post: operations['postAccount2faRecoveryCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload documents
     * @description If the folder already has a document with the name of the file, the content becomes its new version, unless `conflict` says otherwise. 201: at least one document was created. 200: none was created. Several files, and missing folders, are stored in one transaction: all or none. Contents are streamed, so they can be of any size. Evaluates conditional headers (RFC 9110 §13.1).
     */
    post: operations['postDocumentsUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a document */
    get: operations['getDocumentsId'];
    put?: never;
    post?: never;
    /** Move a document into the trash */
    delete: operations['deleteDocumentsId'];
    options?: never;
    head?: never;
    /**
     * Change title, comments or name of a document
     * @description At least one field.
     */
    patch: operations['patchDocumentsId'];
    trace?: never;
  };
  '/documents/{id}/lock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Unlock a document
     * @description Ends the WebDAV locks on the entry. The holder of a lock can end it. The owner of the home, and in system folders an administrator, can end the locks of all users.
     */
    delete: operations['deleteDocumentsIdLock'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a document
     * @description Supports byte ranges and conditional requests (RFC 9110 §13, §14). The response has `ETag`, `Last-Modified` and `Content-Disposition`.
     */
    get: operations['getDocumentsIdDownload'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/thumbnail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the thumbnail of a document
     * @description JPEG, or PNG if the picture has transparency. Always from the newest version. 404 with `Retry-After` while it is being generated. 404 if there is none.
     */
    get: operations['getDocumentsIdThumbnail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/text': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the text inside a document
     * @description The searchable text of the newest version, at most 2 MiB. 404 with `Retry-After` while it is being generated. 404 if there is none.
     */
    get: operations['getDocumentsIdText'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a document with path, versions, shares and properties */
    get: operations['getDocumentsIdMetadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Move a document into another folder */
    post: operations['postDocumentsIdMove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/copy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a document
     * @description The copy is a new document. Its version 1 is the newest version of the original.
     */
    post: operations['postDocumentsIdCopy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/opening': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Note that the caller has opened a document
     * @description For programs that show documents to their users: a download alone is not noted.
     */
    put: operations['putDocumentsIdOpening'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/edit-address': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an address at which a program edits a document
     * @description An office program can open, lock and save the document at this WebDAV address without a password, with the rights that the caller has at that moment. Needs the permission to update the document. The address ends 12 hours after its last use, and with the session or token of this request. A user may have 200 addresses; a further one ends the oldest.
     */
    post: operations['postDocumentsIdEditAddress'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/favourite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Mark a document as a favourite of the caller
     * @description Needs `read` on it, and a token with `write`. A user may have 1000 favourites.
     */
    put: operations['putDocumentsIdFavourite'];
    post?: never;
    /** Remove a document from the favourites of the caller */
    delete: operations['deleteDocumentsIdFavourite'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/uploads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your own unfinished uploads
     * @description At most 100, oldest first.
     */
    get: operations['getUploads'];
    put?: never;
    /**
     * Start a resumable upload
     * @description The protocol tus 1.0. A body contains the first bytes of the content. If it contains all bytes, `Content-Location` is the document.
     */
    post: operations['postUploads'];
    delete?: never;
    /** Read the supported features of tus */
    options: operations['optionsUploads'];
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/uploads/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send more bytes of an upload, or delete it, with POST */
    post: operations['postUploadsId'];
    /** Delete an unfinished upload */
    delete: operations['deleteUploadsId'];
    /** Read the supported features of tus */
    options: operations['optionsUploadsId'];
    /** Read how much of an upload has arrived */
    head: operations['headUploadsId'];
    /**
     * Send more bytes of an upload
     * @description After the last bytes, `Content-Location` is the document.
     */
    patch: operations['patchUploadsId'];
    trace?: never;
  };
  '/documents/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the versions of a document
     * @description Newest first.
     */
    get: operations['getDocumentsIdVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/versions/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a version */
    get: operations['getDocumentsIdVersionsNumber'];
    put?: never;
    post?: never;
    /**
     * Delete a version
     * @description Permanently. The newest version cannot be deleted: 422.
     */
    delete: operations['deleteDocumentsIdVersionsNumber'];
    options?: never;
    head?: never;
    /** Change the comment of a version */
    patch: operations['patchDocumentsIdVersionsNumber'];
    trace?: never;
  };
  '/documents/{id}/versions/{number}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a version
     * @description Supports byte ranges and conditional requests (RFC 9110 §13, §14). The response has `ETag`, `Last-Modified` and `Content-Disposition`.
     */
    get: operations['getDocumentsIdVersionsNumberDownload'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/versions/{number}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a version
     * @description Creates a new version with the content of this version. Creates none if the newest version already has this content.
     */
    post: operations['postDocumentsIdVersionsNumberRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List shared folders
     * @description Folders that are shared with the caller, and the system folders that the caller may read.
     */
    get: operations['getFoldersShares'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/system': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all system folders
     * @description For administrators.
     */
    get: operations['getFoldersSystem'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a folder
     * @description With `system: true`: a system folder, for administrators only.
     */
    post: operations['postFolders'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a folder
     * @description `0` is the home of the caller.
     */
    get: operations['getFoldersId'];
    put?: never;
    post?: never;
    /** Move a folder with all its contents into the trash */
    delete: operations['deleteFoldersId'];
    options?: never;
    head?: never;
    /** Rename a folder */
    patch: operations['patchFoldersId'];
    trace?: never;
  };
  '/folders/{id}/lock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Unlock a folder
     * @description Ends the WebDAV locks on the entry. The holder of a lock can end it. The owner of the home, and in system folders an administrator, can end the locks of all users.
     */
    delete: operations['deleteFoldersIdLock'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}/contents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the contents of a folder
     * @description Folders come first. `0`: the home of the caller, together with the entries that are shared with the caller, and for administrators the system folders.
     */
    get: operations['getFoldersIdContents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}/conflicts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find the existing entries at the paths of an upload
     * @description Those of the paths that exist, in the order of the request.
     */
    post: operations['postFoldersIdConflicts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search in a folder and its subfolders
     * @description `0`: all entries that the caller can reach. The best matches come first. Without `q`: all entries that match the filter. Without `q` and `filter`: none.
     */
    get: operations['getFoldersIdSearch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Move a folder into another folder */
    post: operations['postFoldersIdMove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}/copy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a folder
     * @description Copies the folder with all its contents; only the newest version of each document.
     */
    post: operations['postFoldersIdCopy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}/favourite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Mark a folder as a favourite of the caller
     * @description Needs `read` on it, and a token with `write`. A user may have 1000 favourites.
     */
    put: operations['putFoldersIdFavourite'];
    post?: never;
    /** Remove a folder from the favourites of the caller */
    delete: operations['deleteFoldersIdFavourite'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find an entry by its path in the drive
     * @description The path is the part of the WebDAV URL after `/webdav`.
     */
    get: operations['getEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/favourites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the favourites of the caller
     * @description Folders come first, then by name. Entries in the trash, and those that the caller may no longer read, are omitted. They are listed again when they are restored or shared again.
     */
    get: operations['getFavourites'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/recent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the documents that the caller opened or changed last
     * @description Newest first, at most 100, without those that the caller may no longer read.
     */
    get: operations['getRecent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/entries/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move, copy, delete, restore or purge many entries
     * @description A refusal of one entry does not affect the others. The results are in the order of `ids`. Documents and folders may be mixed. An entry inside a folder of the list is processed with that folder.
     */
    post: operations['postEntriesBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/archives': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an archive of documents and folders
     * @description Contains folders with everything in them, and the newest version of each document. Entries that the caller cannot read are omitted. Only the caller can download the archive, for five minutes.
     */
    post: operations['postArchives'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/archives/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an archive
     * @description A ZIP file. If an entry of it is deleted during the download, the download is aborted.
     */
    get: operations['getArchivesId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List shares
     * @description Newest first. The shares that the caller made or is a recipient of. With `document_id` or `folder_id`: the shares of that entry; all of them if the caller may share it. A recipient sees no other recipients. Expired shares are not listed.
     */
    get: operations['getShares'];
    put?: never;
    /**
     * Share a document or a folder
     * @description Needs the permission to share the entry. The caller cannot grant more permissions than their own, nor for longer than they have them. A second share of the same entry with the same user or group replaces the first for that user or group.
     */
    post: operations['postShares'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shares/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a share */
    get: operations['getSharesId'];
    put?: never;
    post?: never;
    /**
     * End or leave a share
     * @description A recipient who did not make the share leaves it; the other recipients keep it. A member of a group that is a recipient cannot leave it: 403. A caller who made the share, or who may share the entry without being a recipient, ends it for all recipients. `others` lists the shares that depended on it: those that its recipients created, and so on.
     */
    delete: operations['deleteSharesId'];
    options?: never;
    head?: never;
    /**
     * Change a share
     * @description Needs the permission to share the entry. Fewer permissions, an earlier end and fewer recipients are always possible; `others` lists the shares that depended on what was removed. More permissions, a later end or more recipients follow the rules of a new share.
     */
    patch: operations['patchSharesId'];
    trace?: never;
  };
  '/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List links
     * @description Newest first, also links that have ended. The links that the caller created. With `document_id` or `folder_id`: the links of that entry that the caller created and, if the caller may share it, those of others with `listed`.
     */
    get: operations['getLinks'];
    put?: never;
    /**
     * Create a link to a document or a folder
     * @description Everybody who has the link can open the entry and everything beneath it, without an account and with no more than the permissions of its creator at that moment. Needs the permission to share the entry, and for the kind `upload` also to create entries in it; a home cannot be linked. A user may have 1000 links.
     */
    post: operations['postLinks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/links/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a link
     * @description For its creator, users who may share the entry (if the link has `listed`), and administrators.
     */
    get: operations['getLinksId'];
    put?: never;
    post?: never;
    /**
     * Delete a link
     * @description For its creator, users who may share the entry (if the link has `listed`), and administrators.
     */
    delete: operations['deleteLinksId'];
    options?: never;
    head?: never;
    /**
     * Change a link
     * @description Only its creator, who needs the permission to share the entry. A new password ends the visits that began with the old one.
     */
    patch: operations['patchLinksId'];
    trace?: never;
  };
  '/links/{id}/mail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a link by e-mail
     * @description Only its creator, who needs the permission to share the entry. The e-mail contains the name of the caller and of the entry, the text, the link and its end, and whether it has a password. Replies go to the e-mail address of the caller. 403 if `mail` of the link policy is false. 429 above 100 e-mails of the caller, or 3 to one address about one entry, in an hour; no e-mail is sent then.
     */
    post: operations['postLinksIdMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/links/{id}/uses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the client addresses that used a link
     * @description Latest use first, at most 100 addresses.
     */
    get: operations['getLinksIdUses'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/link-policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the rules of the server for links */
    get: operations['getLinkPolicy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/trash': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the trash
     * @description One record for each deletion, newest first. A folder that was deleted with its contents is one record.
     */
    get: operations['getTrash'];
    put?: never;
    post?: never;
    /**
     * Empty the trash
     * @description Permanently deletes the entries that were in the home of the caller and, for administrators, in system folders. Entries that the caller deleted from the homes of other users remain.
     */
    delete: operations['deleteTrash'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/trash/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore an entry from the trash
     * @description Moves the entry into its former folder, or into `folder_id`. If the former folder no longer exists: into the nearest existing folder above it. If the name is taken, ` (2)` is added.
     */
    post: operations['postTrashIdRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/trash/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete an entry in the trash permanently */
    delete: operations['deleteTrashId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find users to share with
     * @description At most 20. Each word of `q` must be the beginning of a word in name or login, or `q` the whole e-mail address or login; only the latter with the configuration `people.search: exact`. The caller and disabled accounts are not listed.
     */
    get: operations['getPeople'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List groups
     * @description By name: all groups for administrators, else those of the caller. With `q`: at most 20 groups to share with. Each word of `q` must be the beginning of a word in the name, or `q` the whole name; only the latter with the configuration `people.search: exact`, except for the groups that the caller sees without `q`.
     */
    get: operations['getGroups'];
    put?: never;
    /**
     * Create a group
     * @description For administrators.
     */
    post: operations['postGroups'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/groups/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a group
     * @description For administrators and the members of the group.
     */
    get: operations['getGroupsId'];
    put?: never;
    post?: never;
    /**
     * Delete a group
     * @description For administrators. The members lose what is shared with the group.
     */
    delete: operations['deleteGroupsId'];
    options?: never;
    head?: never;
    /**
     * Rename a group
     * @description For administrators.
     */
    patch: operations['patchGroupsId'];
    trace?: never;
  };
  '/groups/{id}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members of a group
     * @description By login. For administrators and the members of the group.
     */
    get: operations['getGroupsIdMembers'];
    put?: never;
    /**
     * Add members to a group
     * @description For administrators. The members receive what is shared with the group. Users who are members already stay.
     */
    post: operations['postGroupsIdMembers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/groups/{id}/members/{member}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member from a group
     * @description For administrators. The user loses what is shared with the group, unless it is also shared with them otherwise.
     */
    delete: operations['deleteGroupsIdMembersMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List users
     * @description With `q`: users for whom each word of `q` is the beginning of a word in name, login or e-mail.
     */
    get: operations['getUsers'];
    put?: never;
    /**
     * Create a user
     * @description Without a password, the user cannot sign in until one is set, for example with an invitation.
     */
    post: operations['postUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a user */
    get: operations['getUsersId'];
    put?: never;
    post?: never;
    /**
     * Delete a user
     * @description Ends the sessions, tokens and locks of the user, and the shares with the user. The home becomes a folder in the system folder `Former users`. The last administrator cannot be deleted: 422.
     */
    delete: operations['deleteUsersId'];
    options?: never;
    head?: never;
    /**
     * Change a user
     * @description At least one field. A new password ends the sessions of the user and revokes the tokens.
     */
    patch: operations['patchUsersId'];
    trace?: never;
  };
  '/users/{id}/invitation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite a user to set a password
     * @description Creates a link that is valid for 7 days and one use; earlier links of the user become invalid. It is sent by e-mail if the service can send links, else it is in the response.
     */
    post: operations['postUsersIdInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{id}/2fa': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Turn off the second factor of another user
     * @description For users who have lost it. The password is not changed, and the user is notified by e-mail.
     */
    delete: operations['deleteUsersId2fa'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{id}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End all sessions of a user
     * @description Except the session of this request. The tokens remain valid.
     */
    delete: operations['deleteUsersIdSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the state of the service */
    get: operations['getStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/locks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all locks
     * @description The lock with the latest end comes first.
     */
    get: operations['getLocks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/locks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End all locks on an entry
     * @description In any home or system folder. 404 if there is no lock on the entry itself.
     */
    delete: operations['deleteLocksId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List incidents
     * @description Users whose changes made the alarm ring. Newest first.
     */
    get: operations['getIncidents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents/{id}/lift': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Lift an incident
     * @description The user may make changes again. 403 for the incident of the caller. Changes nothing if it has been lifted.
     */
    post: operations['postIncidentsIdLift'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the state of backups */
    get: operations['getBackups'];
    put?: never;
    /**
     * Start a backup now
     * @description 201 if it was started; 200 if a backup is already running. It runs in the background. 422 without `backup.dest`.
     */
    post: operations['postBackups'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Subscribe to changes
     * @description A stream of server-sent events: `folder` with `{"id": …}`, `trash`, `shares`, `account`, `favourites`, and `reset`, after which the client must reload all data. `Last-Event-ID` continues an interrupted stream.
     */
    get: operations['getEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List activity
     * @description Newest first. Administrators see all activity. Other users see their own actions, and actions on entries that they can read. With `Accept: text/csv`, administrators get all matching records as one file.
     */
    get: operations['getActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List undos
     * @description Newest first. Administrators see those of all users, other users their own.
     */
    get: operations['getUndo'];
    put?: never;
    /**
     * Take back many changes
     * @description The changes of a user, with a token or from an address since a time; or another undo. An earlier content becomes the newest version, what was deleted or moved comes back, and what was new goes to the trash. What others have changed since stays. Users take back their own changes; administrators those of all users. The work goes on after the response (202).
     */
    post: operations['postUndo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/undo/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how far an undo is */
    get: operations['getUndoId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/undo/{id}/notes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what an undo left, and why
     * @description Also entries that came back under another name. At most 10,000.
     */
    get: operations['getUndoIdNotes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/undo/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Continue an undo that was stopped
     * @description For example when the disk has room again. A restart of the service continues it, too.
     */
    post: operations['postUndoIdResume'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put a folder back as it was at a time
     * @description With everything in it, with the permissions of the caller. What was not in it at that time leaves it: what is new goes to the trash, what was moved into it goes back. It can be taken back as an undo.
     */
    post: operations['postFoldersIdRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/documents/{id}/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the activity of a document
     * @description Newest first.
     */
    get: operations['getV2DocumentsIdActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI document
     * @description The description of this interface as OpenAPI 3.1.
     */
    get: operations['getOpenapiJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the description as an HTML page
     * @description One page that loads no other files.
     */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    User: {
      id: number;
      name: string;
      email: string;
      login: string;
      is_admin: boolean;
      is_disabled: boolean;
      /** @enum {string} */
      two_factor: 'off' | 'email' | 'totp';
      /** @description Language of the pages. Null: that of the browser. */
      language: ('de' | 'en') | null;
      /** @description Null: no limit. */
      quota_bytes: number | null;
      /** @description Size of all versions in the home and its trash, and of comments and properties beyond 4 KiB of an entry. */
      used_bytes: number;
      /** @description Number of documents and folders in the home and its trash. */
      used_entries: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      last_login_at: string | null;
    };
    Session: {
      id: number;
      ip: string | null;
      user_agent: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      last_seen_at: string;
      /** Format: date-time */
      expires_at: string;
      /** @description True for the session of this request. */
      current: boolean;
    };
    /** @description The position of a page in its list. */
    Meta: {
      current_page: number;
      per_page: number;
      last_page: number;
      /** @description Number of items on all pages. */
      total: number;
      /**
       * @description Set if there are more items than `total`. These were not counted, but are on further pages.
       * @constant
       */
      total_is_lower_bound?: true;
    };
    Token: {
      id: number;
      name: string;
      scopes: ('read' | 'write' | 'admin' | 'webdav')[];
      /** @description The first 12 characters of the token. */
      prefix: string;
      /** Format: date-time */
      created_at: string;
      expires_at: string | null;
      last_used_at: string | null;
    };
    Person: {
      id: number;
      name: string;
    };
    Document: {
      id: number;
      /** @description `0` if the caller may read the document but not its folder. */
      folder_id: number | null;
      name: string;
      /** @constant */
      type: 'file';
      title: string;
      comments: string;
      /**
       * @description Set in lists and batches if `comments` has only its first 1,000 characters.
       * @constant
       */
      comments_cut?: true;
      /** @description Bytes. */
      size: number;
      mime_type: string;
      sha256: string;
      /** @description Number of the newest version. */
      version: number;
      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
      permissions: number;
      /** @description Owner of the home; null in system folders. */
      owner: components['schemas']['Person'] | null;
      created_by: components['schemas']['Person'] | null;
      updated_by: components['schemas']['Person'] | null;
      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
      locked: {
        user: string;
        /** Format: date-time */
        expires_at: string;
        /** @description True if the caller may end it with `DELETE …/lock`. */
        breakable: boolean;
      } | null;
      /**
       * @description Set if the caller has marked it as a favourite.
       * @constant
       */
      favourite?: true;
      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
      shared_with?: {
        /** @description The first three by login, without the caller. */
        people: {
          login: string;
          name: string;
        }[];
        /** @description Names of the first three groups. */
        groups: string[];
        /** @description Number of all recipients, users and groups, without the caller. */
        total: number;
        /** @description Number of links that have not ended. */
        links: number;
      };
      /**
       * @description Also `none` if it could not be generated; the metadata contain the reason.
       * @enum {string}
       */
      thumbnail: 'ready' | 'pending' | 'none';
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    Version: {
      number: number;
      /** @description Bytes. */
      size: number;
      mime_type: string;
      sha256: string;
      author: components['schemas']['Person'] | null;
      comment: string;
      /** Format: date-time */
      created_at: string;
    };
    Share: {
      id: number;
      /** @description Either `document_id` or `folder_id` is null. */
      document_id: number | null;
      folder_id: number | null;
      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
      permissions: number;
      /** @description Null if the caller cannot see it. */
      entry: {
        id: number;
        name: string;
        /** @enum {string} */
        type: 'file' | 'folder';
        /** @description Path as the caller sees it, starting with `/`. */
        path: string;
      } | null;
      /** @description Login names of the recipients that are users. */
      users: string[];
      /** @description Login names and display names of the recipients in `users`. */
      people: components['schemas']['Colleague'][];
      /** @description Names of the groups that are recipients. */
      groups: string[];
      created_by: components['schemas']['Person'] | null;
      /** Format: date-time */
      created_at: string;
      expires_at: string | null;
      /** @description Login names of the recipients whose notification was accepted by the mail server. */
      notified: string[];
    };
    Colleague: {
      login: string;
      name: string;
    };
    EditAddress: {
      /** @description Address for a WebDAV client. Without `server.base_url` it begins with `/webdav`. Shown only here. */
      url: string;
      /**
       * Format: date-time
       * @description End of the address if it is not used; each use renews it.
       */
      expires_at: string;
    };
    Folder: {
      id: number;
      /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
      folder_id: number | null;
      name: string;
      /** @constant */
      type: 'folder';
      /** @description Always 0: the bytes in a folder are not counted. */
      size: number;
      /** @constant */
      mime_type: 'httpd/unix-directory';
      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
      permissions: number;
      /** @description Owner of the home; null in system folders. */
      owner: components['schemas']['Person'] | null;
      /** @description True if a user other than the owner has a share on this folder itself. */
      shared: boolean;
      /** @description True for a system folder. */
      system: boolean;
      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
      locked: {
        user: string;
        /** Format: date-time */
        expires_at: string;
        /** @description True if the caller may end it with `DELETE …/lock`. */
        breakable: boolean;
      } | null;
      /**
       * @description Set if the caller has marked it as a favourite.
       * @constant
       */
      favourite?: true;
      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
      shared_with?: {
        /** @description The first three by login, without the caller. */
        people: {
          login: string;
          name: string;
        }[];
        /** @description Names of the first three groups. */
        groups: string[];
        /** @description Number of all recipients, users and groups, without the caller. */
        total: number;
        /** @description Number of links that have not ended. */
        links: number;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    EarlierEntry: {
      id: number;
      /** @description The name at that time. */
      name: string;
      /** @enum {string} */
      type: 'file' | 'folder';
      /** @description The newest version of that time. Null for a folder, and if all versions of that time were deleted since. */
      version: {
        version: number;
        /** @description Bytes. */
        size: number;
        mime_type: string;
        sha256: string;
        /** Format: date-time */
        created_at: string;
        /** @description False: a later version of that time may have been deleted since. */
        certain: boolean;
      } | null;
      /** @description Where the entry is now. Null: in the trash. */
      now: {
        /** @description `0` if the caller may not read it; null for a root. */
        folder_id: number | null;
        name: string;
      } | null;
    };
    /**
     * @description Identifies a message. Its text may change, the code does not.
     * @enum {string}
     */
    MessageCode:
      | 'required'
      | 'unknown_field'
      | 'unknown_field_within'
      | 'not_valid'
      | 'not_text'
      | 'not_number'
      | 'not_whole_number'
      | 'not_boolean'
      | 'not_list'
      | 'not_object'
      | 'not_this'
      | 'not_name_with_starts'
      | 'only_with_page'
      | 'only_condition'
      | 'not_with_version'
      | 'only_with_records'
      | 'not_one_of'
      | 'not_one_of_two'
      | 'not_list_of'
      | 'contains_others'
      | 'number_out_of_range'
      | 'not_path'
      | 'not_date'
      | 'not_sha256'
      | 'too_many_for_undo'
      | 'time_order'
      | 'in_future'
      | 'not_future'
      | 'empty'
      | 'too_many_characters'
      | 'too_few_characters'
      | 'too_many_bytes'
      | 'field_too_long'
      | 'control_characters'
      | 'not_unicode'
      | 'not_unicode_or_nul'
      | 'one_field_required'
      | 'too_many_fields'
      | 'too_many_form_fields'
      | 'too_many_elements'
      | 'elements_repeated'
      | 'not_file'
      | 'too_many_files'
      | 'too_many_terms'
      | 'filter_key_unknown'
      | 'filter_value_not_valid'
      | 'in_place'
      | 'included'
      | 'not_folder_id'
      | 'not_folder'
      | 'name_dots'
      | 'name_slash'
      | 'file_name_empty'
      | 'file_name_dots'
      | 'file_name_slash'
      | 'file_name_control_characters'
      | 'file_name_not_unicode'
      | 'file_name_too_many_bytes'
      | 'path_name_empty'
      | 'path_name_dots'
      | 'path_name_slash'
      | 'path_name_control_characters'
      | 'path_name_not_unicode'
      | 'path_name_too_many_bytes'
      | 'path_too_deep'
      | 'path_through_document'
      | 'path_through_shared'
      | 'name_taken'
      | 'renamed_meanwhile'
      | 'undo_purged'
      | 'undo_no_permission'
      | 'undo_folder_gone'
      | 'undo_in_trash'
      | 'undo_version_gone'
      | 'undo_older_content'
      | 'undo_other_name'
      | 'undo_abandoned'
      | 'undo_running'
      | 'undo_of_others'
      | 'moved_meanwhile'
      | 'changed_meanwhile'
      | 'changed_meanwhile_by'
      | 'not_empty'
      | 'taken_in_folder'
      | 'file_name_taken'
      | 'name_is_folder'
      | 'is_folder_name'
      | 'name_of_shared'
      | 'is_shared_name'
      | 'share_has_ended'
      | 'no_version'
      | 'no_version_at'
      | 'parent_missing'
      | 'folders_too_deep'
      | 'folder_into_itself'
      | 'would_replace_itself'
      | 'folder_required'
      | 'same_place'
      | 'mount_root_fixed'
      | 'top_folder_fixed'
      | 'root_fixed'
      | 'may_not_change_root'
      | 'no_readable_entry'
      | 'too_many_beneath'
      | 'archive_downloads_too_many'
      | 'may_not_rename'
      | 'may_not_write_folder'
      | 'may_not'
      | 'only_owner_restores'
      | 'only_owner_purges'
      | 'only_administrators_restore'
      | 'newest_version'
      | 'conditions_not_met'
      | 'ranges_not_met'
      | 'no_thumbnail'
      | 'thumbnail_pending'
      | 'no_text'
      | 'text_pending'
      | 'content_too_long'
      | 'file_too_long'
      | 'content_length_wrong'
      | 'file_length_wrong'
      | 'upload_interrupted'
      | 'file_interrupted'
      | 'uploads_unfinished'
      | 'upload_not_kept'
      | 'upload_offset_wrong'
      | 'upload_too_long'
      | 'upload_checksum_wrong'
      | 'upload_content_wrong'
      | 'uploads_too_many'
      | 'home_no_favourite'
      | 'favourites_too_many'
      | 'properties_too_long'
      | 'properties_field_too_long'
      | 'home_too_full'
      | 'in_home_too_full'
      | 'quota_exceeded'
      | 'would_exceed_quota'
      | 'entry_locked'
      | 'locked'
      | 'entry_moving'
      | 'not_locked'
      | 'lock_owner_ends'
      | 'lock_administrator_ends'
      | 'lock_on_folder'
      | 'lock_unknown'
      | 'lock_of_other'
      | 'locks_of_entry'
      | 'locks_of_user'
      | 'not_logins'
      | 'recipients_out_of_range'
      | 'group_unknown'
      | 'recipient_unknown'
      | 'recipient_is_owner'
      | 'recipient_is_self'
      | 'not_permissions'
      | 'permissions_exceed_own'
      | 'end_exceeds_own'
      | 'entry_required'
      | 'not_with_entry'
      | 'with_document_id'
      | 'not_with_q'
      | 'only_with_users'
      | 'not_groups'
      | 'too_many_groups'
      | 'not_readable_document'
      | 'not_readable_folder'
      | 'too_many_dependent_shares'
      | 'home_not_shareable'
      | 'may_not_share'
      | 'member_may_not_leave'
      | 'share_stays'
      | 'recipient_may_not_extend'
      | 'links_off'
      | 'links_of_groups'
      | 'links_too_many'
      | 'link_of_other'
      | 'link_password_required'
      | 'link_password_wrong'
      | 'link_end_too_late'
      | 'link_mail_off'
      | 'link_not_working'
      | 'link_code_wrong'
      | 'recipient_not_email'
      | 'mails_too_many'
      | 'mails_to_address_too_many'
      | 'link_without_downloads'
      | 'link_without_uploads'
      | 'link_upload_needs_folder'
      | 'link_full'
      | 'link_visit_full'
      | 'not_language'
      | 'token_for_pages'
      | 'pages_only'
      | 'sign_in_first'
      | 'second_factor_first'
      | 'signed_out'
      | 'sign_in_ended'
      | 'credentials_wrong'
      | 'account_gone'
      | 'account_gone_or_disabled'
      | 'account_disabled'
      | 'account_to_enable'
      | 'no_user'
      | 'administrators_only'
      | 'accounts_of_others_only'
      | 'command_line_only'
      | 'no_longer_administrator'
      | 'token_lacks_scope'
      | 'token_not_valid'
      | 'metrics_host_unknown'
      | 'metrics_token_required'
      | 'token_required'
      | 'foreign_origin'
      | 'sign_ins_failed_minute'
      | 'sign_ins_failed'
      | 'sign_ins_at_once'
      | 'resets_asked_minute'
      | 'resets_asked'
      | 'codes_sent'
      | 'codes_wrong'
      | 'code_wrong'
      | 'code_not_expected'
      | 'code_without_setup'
      | 'mail_not_set_up'
      | 'two_factor_already_on'
      | 'two_factor_is_off'
      | 'method_while_off'
      | 'method_of_account'
      | 'taken'
      | 'wrong'
      | 'password_required'
      | 'password_like_token'
      | 'password_common'
      | 'not_login'
      | 'not_email'
      | 'not_quota'
      | 'not_bytes_or_null'
      | 'last_administrator_deleted'
      | 'last_administrator_changed'
      | 'administrator_exists'
      | 'setup_code_not_valid'
      | 'scope_admin'
      | 'token_can_more'
      | 'scopes_exceed_token'
      | 'writing_paused'
      | 'may_not_lift_own'
      | 'end_exceeds_token'
      | 'invalid'
      | 'command_line'
      | 'not_found'
      | 'internal'
      | 'request_unreadable'
      | 'body_not_json'
      | 'body_unreadable'
      | 'body_not_object'
      | 'body_too_long'
      | 'body_encoded'
      | 'body_late'
      | 'form_expected'
      | 'form_unreadable'
      | 'header_not_bytes'
      | 'header_not_checksum'
      | 'header_not_metadata'
      | 'tus_version'
      | 'body_not_content'
      | 'path_unreadable'
      | 'too_many_requests'
      | 'searches_at_once'
      | 'search_too_long'
      | 'lists_at_once'
      | 'copies_at_once'
      | 'moves_at_once'
      | 'archives_at_once'
      | 'streams_at_once'
      | 'streams_too_many'
      | 'entry_unsettled'
      | 'backup_dest_missing'
      | 'stopping'
      | 'disk_full'
      | 'file_disk_full'
      | 'disk_unusable'
      | 'disk_failed'
      | 'database_locked'
      | 'work_broken_off'
      | 'entry'
      | 'entry_renamed'
      | 'entry_to_folder'
      | 'entry_onto'
      | 'entry_copied'
      | 'entry_expired'
      | 'entry_version'
      | 'entry_version_expired'
      | 'entry_versions_expired'
      | 'entry_unlocked'
      | 'entry_with'
      | 'link_used'
      | 'link_mailed'
      | 'home_moved'
      | 'group'
      | 'group_of'
      | 'group_renamed'
      | 'user'
      | 'user_first'
      | 'user_fields'
      | 'password_of_user'
      | 'password_of_user_with_link'
      | 'link_to_user'
      | 'token'
      | 'token_of_user'
      | 'token_at_new_address'
      | 'tokens_of_user'
      | 'signed_in'
      | 'signed_in_by_method'
      | 'signed_in_by_recovery_code'
      | 'signed_in_over_webdav'
      | 'sign_in_failed'
      | 'sign_in_unknown'
      | 'sign_out'
      | 'one_session'
      | 'other_sessions'
      | 'sessions_of_user'
      | 'two_factor_method'
      | 'two_factor_method_of_user'
      | 'recovery_codes_replaced'
      | 'undo_of_user'
      | 'undo_of_address'
      | 'undo_of_folder'
      | 'undo_of_undo'
      | 'alarm_overwrites'
      | 'alarm_renames'
      | 'alarm_replacements'
      | 'alarm_lifted'
      | 'clock_set_back'
      | 'mail_given_up'
      | 'file_damaged'
      | 'file_with_password'
      | 'file_encrypted'
      | 'file_too_large'
      | 'file_too_large_unpacked'
      | 'file_too_many_parts'
      | 'file_needs_memory'
      | 'file_unreadable'
      | 'file_unreadable_on_disk'
      | 'picture_damaged'
      | 'picture_too_large'
      | 'picture_needs_memory'
      | 'reading_took_memory'
      | 'reading_took_time'
      | 'reading_stopped'
      | 'reading_failed';
    ChangedShare: {
      id: number;
      /** @description Either `document_id` or `folder_id` is null. */
      document_id: number | null;
      folder_id: number | null;
      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
      permissions: number;
      /** @description Null if the caller cannot see it. */
      entry: {
        id: number;
        name: string;
        /** @enum {string} */
        type: 'file' | 'folder';
        /** @description Path as the caller sees it, starting with `/`. */
        path: string;
      } | null;
      /** @description Login names of the recipients that are users. */
      users: string[];
      /** @description Login names and display names of the recipients in `users`. */
      people: components['schemas']['Colleague'][];
      /** @description Names of the groups that are recipients. */
      groups: string[];
      created_by: components['schemas']['Person'] | null;
      /** Format: date-time */
      created_at: string;
      expires_at: string | null;
      /** @description Login names of the recipients whose notification was accepted by the mail server. */
      notified: string[];
      /** @description Shares of the entry, or of entries below it, that their creators may no longer create. With `cascade=1` they are ended, else they remain. At most 1000. */
      others: components['schemas']['Share'][];
    };
    Link: {
      id: number;
      /** @description Either `document_id` or `folder_id` is null. */
      document_id: number | null;
      folder_id: number | null;
      /** @description Null if the caller cannot see it. */
      entry: {
        id: number;
        name: string;
        /** @enum {string} */
        type: 'file' | 'folder';
      } | null;
      /**
       * @description `view`: visitors see what a browser can display. `download`: they can also download. `upload`: they can only send files into the folder. `edit`: they can download, send new versions, and send files into folders.
       * @enum {string}
       */
      kind: 'view' | 'download' | 'upload' | 'edit';
      /** @description Note of the creator; empty for none. Visitors do not see it. */
      label: string;
      has_password: boolean;
      expires_at: string | null;
      /** @description The earlier of `expires_at` and the end by `links.max_days`; null: the link does not end. */
      ends_at: string | null;
      max_downloads: number | null;
      downloads: number;
      max_files: number | null;
      max_bytes: number | null;
      /** @description Number of files that visitors have sent. */
      files: number;
      /** @description How often the first page was opened, and addresses that began with another one. */
      visits: number;
      last_used_at: string | null;
      /** @description False: only the creator and administrators see the link. */
      listed: boolean;
      /** @description False: visitors get the same response as for an unknown link. */
      works: boolean;
      created_by: components['schemas']['LinkCreator'];
      /** Format: date-time */
      created_at: string;
    };
    LinkCreator: {
      id: number;
      name: string;
      login: string;
    };
    CreatedLink: {
      id: number;
      /** @description Either `document_id` or `folder_id` is null. */
      document_id: number | null;
      folder_id: number | null;
      /** @description Null if the caller cannot see it. */
      entry: {
        id: number;
        name: string;
        /** @enum {string} */
        type: 'file' | 'folder';
      } | null;
      /**
       * @description `view`: visitors see what a browser can display. `download`: they can also download. `upload`: they can only send files into the folder. `edit`: they can download, send new versions, and send files into folders.
       * @enum {string}
       */
      kind: 'view' | 'download' | 'upload' | 'edit';
      /** @description Note of the creator; empty for none. Visitors do not see it. */
      label: string;
      has_password: boolean;
      expires_at: string | null;
      /** @description The earlier of `expires_at` and the end by `links.max_days`; null: the link does not end. */
      ends_at: string | null;
      max_downloads: number | null;
      downloads: number;
      max_files: number | null;
      max_bytes: number | null;
      /** @description Number of files that visitors have sent. */
      files: number;
      /** @description How often the first page was opened, and addresses that began with another one. */
      visits: number;
      last_used_at: string | null;
      /** @description False: only the creator and administrators see the link. */
      listed: boolean;
      /** @description False: visitors get the same response as for an unknown link. */
      works: boolean;
      created_by: components['schemas']['LinkCreator'];
      /** Format: date-time */
      created_at: string;
      /** @description The link. It contains the code, which is not stored: no other response has it. Begins with a slash if `server.base_url` is not set. */
      url: string;
    };
    LinkUse: {
      /** @description Address of the client; for IPv6 its /56 network. Null: unknown. */
      ip: string | null;
      /** Format: date-time */
      first_at: string;
      /** Format: date-time */
      last_at: string;
      visits: number;
      downloads: number;
    };
    LinkPolicy: {
      /** @description False: the caller can create no links, and links of the caller do not work. */
      enabled: boolean;
      /** @description True: links without a password do not work. */
      require_password: boolean;
      /** @description True: links can be sent by e-mail. */
      mail: boolean;
      /** @description Days after its creation at which every link ends; 0: no limit. */
      max_days: number;
    };
    Group: {
      id: number;
      name: string;
      /** @description Number of members. Null with `q`: the caller need not be a member. */
      members: number | null;
      /** Format: date-time */
      created_at: string;
    };
    GroupMember: {
      id: number;
      login: string;
      name: string;
      is_disabled: boolean;
    };
    Incident: {
      id: number;
      user: {
        id: number;
        login: string;
        name: string;
      };
      /**
       * @description What happened to most of the documents when the alarm rang.
       * @enum {string}
       */
      kind: 'overwrites' | 'renames' | 'replacements';
      /**
       * @description `pause`: changes by the user are refused while it is open.
       * @enum {string}
       */
      action: 'notify' | 'pause';
      /**
       * Format: date-time
       * @description Time of the first change that counted.
       */
      begun_at: string;
      /**
       * Format: date-time
       * @description The `since` of an undo of these changes: a little earlier.
       */
      undo_since: string;
      /** Format: date-time */
      detected_at: string;
      /** @description Number of documents; rises in steps while the incident is open. */
      documents: number;
      /** @description At most 10. */
      examples: {
        id: number;
        name: string;
      }[];
      /** @description Name of the token; null: the changes were made without one. */
      token: string | null;
      ip: string | null;
      /** @description Null while the incident is open. */
      lifted_at: string | null;
      /** @description Display name. */
      lifted_by: string | null;
    };
    Activity: {
      id: number;
      action: string;
      /** @description Display name of the user at that time. */
      user: string;
      /** Format: date-time */
      timestamp: string;
      details: string;
      /** @description `details` as a code with facts; null for a record of a release that did not store them. */
      data: {
        code: string;
        facts: {
          [key: string]: string | number;
        };
      } | null;
      document_id: number | null;
      folder_id: number | null;
      ip: string | null;
    };
    UndoPreview: {
      /** @description Entries that belong to the undo. */
      total: number;
      /** @description Entries that are as they were. */
      reverted: number;
      /** @description Entries that were left as they are. */
      skipped: number;
      /** @description At most 10,000; Those with a `reason` would be left. */
      entries: {
        entry_id: number;
        /** @description Empty if the caller may not read the entry any more. */
        name: string;
        /** @description Null: it would be put back. */
        reason: string | null;
        /** @description `reason` as a code with facts. */
        data: {
          code: string;
          facts: {
            [key: string]: string | number;
          };
        } | null;
      }[];
    };
    Undo: {
      id: number;
      /** @enum {string} */
      kind: 'changes' | 'folder' | 'undo';
      /** @description For a folder: the time as of which it comes back. Null for another undo. */
      since: string | null;
      until: string | null;
      /** @description The user whose changes are taken back. Null: all users. */
      user_id: number | null;
      token_id: number | null;
      ip: string | null;
      folder_id: number | null;
      /** @description The undo that is taken back. */
      undo_id: number | null;
      force: boolean;
      /** @enum {string} */
      state: 'running' | 'stopped' | 'ended';
      /** @description The error that stopped it; null: none. */
      stop: {
        code: string;
        facts: {
          [key: string]: string | number;
        };
      } | null;
      /** Format: date-time */
      began_at: string;
      ended_at: string | null;
      /** @description Entries that belong to the undo. */
      total: number;
      /** @description Entries that are as they were. */
      reverted: number;
      /** @description Entries that were left as they are. */
      skipped: number;
    };
    Error: {
      message: string;
      code: components['schemas']['MessageCode'];
      /** @description Values of the placeholders of the message; absent if it has none. */
      facts?: {
        [key: string]: string | number;
      };
      /** @description Messages by field; with status 422 only. */
      errors?: {
        [key: string]: string[];
      };
      /** @description The codes of the messages in `errors`, in the same order. */
      rules?: {
        [key: string]: components['schemas']['MessageCode'][];
      };
      /** @description The facts of the messages in `errors`, in the same order. */
      rule_facts?: {
        [key: string]: {
          [key: string]: string | number;
        }[];
      };
    };
  };
  responses: {
    /** @description The request cannot be parsed, or is incomplete. */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The caller is not signed in, or the token is not valid. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A permission or scope is missing, the entry is locked, or the request comes from another site. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The resource does not exist, or the caller may not read it. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `Upload-Offset` is not the number of bytes that have arrived. */
    Conflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The upload has expired. */
    Gone: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A conditional header, such as `If-Match`, is not met, or the version of tus is not supported. */
    PreconditionFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The content is longer than announced or allowed. */
    ContentTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body has the wrong media type, or is encoded. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The content has none of the requested byte ranges. */
    RangeNotSatisfiable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'Content-Range': components['headers']['Content-Range'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A field is missing, has the wrong type, is unknown, or breaks a rule. */
    ValidationError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Too many requests or attempts. */
    TooManyRequests: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The bytes do not match the checksum. */
    ChecksumMismatch: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Internal server error; the server log contains the cause. */
    ServerError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Id of the request, also in the server log. */
    'X-Request-Id': string;
    /** @description Allowed requests per minute; absent if there is no limit. */
    'X-RateLimit-Limit': number;
    /** @description Requests left in this window of one minute. */
    'X-RateLimit-Remaining': number;
    /** @description Unix time in seconds at which the window ends. */
    'X-RateLimit-Reset': number;
    /** @description Seconds after which the client can try again. */
    'Retry-After': number;
    /** @description How to authenticate (RFC 9110 §11.6.1). */
    'WWW-Authenticate': string;
    /** @description Size of the content (RFC 9110 §14.4). */
    'Content-Range': string;
    /** @description Strong entity tag; each version has its own (RFC 9110 §8.8.3). */
    ETag: string;
    /** @description When the content was last changed (RFC 9110 §8.8.2). */
    'Last-Modified': string;
    /** @description `attachment` or `inline`, with the file name (RFC 6266). */
    'Content-Disposition': string;
    /** @description URL of the upload (RFC 9110 §10.2.2). */
    Location: string;
    /** @description Supported extensions of tus. */
    'Tus-Extension': string;
    /** @description Version of tus. */
    'Tus-Resumable': string;
    /** @description Supported versions of tus. */
    'Tus-Version': string;
    /** @description Time at which the upload expires (RFC 9110 §5.6.7). */
    'Upload-Expires': string;
    /** @description Length of the complete content in bytes. */
    'Upload-Length': number;
    /** @description Number of bytes that have arrived. */
    'Upload-Offset': number;
    /** @description Time since which the operation is deprecated (RFC 9745). */
    Deprecation: string;
    /** @description Time at which the operation is removed (RFC 8594). */
    Sunset: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  postLogin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The login, or the e-mail address. */
          login: string;
          password: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            user: {
              id: number;
              name: string;
              email: string;
            };
            /** @description Only if a second factor is required. Until a code is verified, the session is valid for `/2fa` and `/logout` only. */
            two_factor?: {
              /** @constant */
              required: true;
              methods: ('email' | 'totp')[];
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postLogout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: Record<string, never>;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  post2faRequestCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @enum {string} */
          method?: 'email' | 'totp';
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data:
              | {
                  /** @constant */
                  method: 'email';
                  /** Format: date-time */
                  expires_at: string;
                }
              | {
                  /** @constant */
                  method: 'totp';
                };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  post2faVerifyCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          code: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              user: components['schemas']['User'];
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getSignInOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description A link for a new password can be sent by e-mail. */
              password_reset: boolean;
              /** @description There is no administrator yet, and `POST /setup` creates the first one. */
              setup: boolean;
            };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postSetup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description From the setup link that `dms serve` prints at its start. */
          code: string;
          name: string;
          email: string;
          /** @description 1 to 64 characters of `a-z 0-9 . _ -`. */
          login: string;
          /** @description At least 10 characters; not one of the most common passwords. */
          password: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['User'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postPasswordResets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The login, or the e-mail address. */
          login: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: Record<string, never>;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postPasswordResetsCode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description At least 10 characters; not one of the most common passwords. */
          password: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              login: string;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['User'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          email?: string;
          /** @description Language of the pages. Null: that of the browser. */
          language?: ('de' | 'en') | null;
          password?: string;
          /** @description Required with `password`, and with an `email` that differs from the current one. */
          current_password?: string;
          /** @description True: the tokens of the user remain valid. By default they are revoked. */
          keep_tokens?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['User'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getAccountSessions: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Session'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteAccountSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Number of sessions that were ended. */
              ended: number;
            };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteAccountSessionsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getAccountTokens: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Token'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postAccountTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /** @description By default `read`, `write` and `webdav`. A caller with a token can grant only scopes that this token has. */
          scopes?: ('read' | 'write' | 'admin' | 'webdav')[];
          /** @description A caller with a token cannot create a token that expires later than this one. */
          expires_at?: (string | unknown | unknown) | null;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              name: string;
              scopes: ('read' | 'write' | 'admin' | 'webdav')[];
              /** @description The first 12 characters of the token. */
              prefix: string;
              /** Format: date-time */
              created_at: string;
              expires_at: string | null;
              last_used_at: string | null;
              token: string;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteAccountTokensId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postAccount2fa: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          method: 'email' | 'totp';
          password: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data:
              | {
                  /** @constant */
                  method: 'email';
                  /**
                   * Format: date-time
                   * @description Time until which the code in the e-mail is valid.
                   */
                  expires_at: string;
                }
              | {
                  /** @constant */
                  method: 'totp';
                  /** @description The key in base 32, for typing into the authenticator app. */
                  secret: string;
                  /** @description The key as a URI, for the authenticator app. */
                  otpauth_uri: string;
                  /** @description `otpauth_uri` as a QR code: an SVG document. */
                  qr_svg: string;
                };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteAccount2fa: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          password: string;
          /** @description The code from the e-mail or from the authenticator app, or a recovery code. */
          code: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postAccount2faConfirm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          code: string;
          /** @description True: the tokens of the user remain valid. By default they are revoked. */
          keep_tokens?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Each can be used once. They cannot be read again. */
              recovery_codes: string[];
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postAccount2faRecoveryCodes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          password: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Each can be used once. They cannot be read again. */
              recovery_codes: string[];
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postDocumentsUpload: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id: number;
          /** @description Names of folders below `folder_id`, separated by `/`. Missing folders are created. */
          path?: string;
          /**
           * @description What happens if the name is taken. `version` (the default): the content becomes the next version of the document. `rename`: a number is added to the name of the new document. `skip`: the content is not stored. `fail`: 422.
           * @enum {string}
           */
          conflict?: 'version' | 'rename' | 'skip' | 'fail';
          file: string[];
          /** @description One line, without control characters. */
          title?: string;
          /** @description Well-formed Unicode without control characters other than tab and line breaks, at most 65536 bytes of UTF-8. */
          comment?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One record, or an array if the form had several files. */
            data:
              | (
                  | {
                      id: number;
                      /** @description `0` if the caller may read the document but not its folder. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'file';
                      title: string;
                      comments: string;
                      /**
                       * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                       * @constant
                       */
                      comments_cut?: true;
                      /** @description Bytes. */
                      size: number;
                      mime_type: string;
                      sha256: string;
                      /** @description Number of the newest version. */
                      version: number;
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      created_by: components['schemas']['Person'] | null;
                      updated_by: components['schemas']['Person'] | null;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /**
                       * @description Also `none` if it could not be generated; the metadata contain the reason.
                       * @enum {string}
                       */
                      thumbnail: 'ready' | 'pending' | 'none';
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                  | {
                      id: number;
                      /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'folder';
                      /** @description Always 0: the bytes in a folder are not counted. */
                      size: number;
                      /** @constant */
                      mime_type: 'httpd/unix-directory';
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      /** @description True if a user other than the owner has a share on this folder itself. */
                      shared: boolean;
                      /** @description True for a system folder. */
                      system: boolean;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                )
              | (
                  | {
                      id: number;
                      /** @description `0` if the caller may read the document but not its folder. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'file';
                      title: string;
                      comments: string;
                      /**
                       * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                       * @constant
                       */
                      comments_cut?: true;
                      /** @description Bytes. */
                      size: number;
                      mime_type: string;
                      sha256: string;
                      /** @description Number of the newest version. */
                      version: number;
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      created_by: components['schemas']['Person'] | null;
                      updated_by: components['schemas']['Person'] | null;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /**
                       * @description Also `none` if it could not be generated; the metadata contain the reason.
                       * @enum {string}
                       */
                      thumbnail: 'ready' | 'pending' | 'none';
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                  | {
                      id: number;
                      /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'folder';
                      /** @description Always 0: the bytes in a folder are not counted. */
                      size: number;
                      /** @constant */
                      mime_type: 'httpd/unix-directory';
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      /** @description True if a user other than the owner has a share on this folder itself. */
                      shared: boolean;
                      /** @description True for a system folder. */
                      system: boolean;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                )[];
          };
        };
      };
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One record, or an array if the form had several files. */
            data:
              | (
                  | {
                      id: number;
                      /** @description `0` if the caller may read the document but not its folder. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'file';
                      title: string;
                      comments: string;
                      /**
                       * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                       * @constant
                       */
                      comments_cut?: true;
                      /** @description Bytes. */
                      size: number;
                      mime_type: string;
                      sha256: string;
                      /** @description Number of the newest version. */
                      version: number;
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      created_by: components['schemas']['Person'] | null;
                      updated_by: components['schemas']['Person'] | null;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /**
                       * @description Also `none` if it could not be generated; the metadata contain the reason.
                       * @enum {string}
                       */
                      thumbnail: 'ready' | 'pending' | 'none';
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                  | {
                      id: number;
                      /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'folder';
                      /** @description Always 0: the bytes in a folder are not counted. */
                      size: number;
                      /** @constant */
                      mime_type: 'httpd/unix-directory';
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      /** @description True if a user other than the owner has a share on this folder itself. */
                      shared: boolean;
                      /** @description True for a system folder. */
                      system: boolean;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                )
              | (
                  | {
                      id: number;
                      /** @description `0` if the caller may read the document but not its folder. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'file';
                      title: string;
                      comments: string;
                      /**
                       * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                       * @constant
                       */
                      comments_cut?: true;
                      /** @description Bytes. */
                      size: number;
                      mime_type: string;
                      sha256: string;
                      /** @description Number of the newest version. */
                      version: number;
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      created_by: components['schemas']['Person'] | null;
                      updated_by: components['schemas']['Person'] | null;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /**
                       * @description Also `none` if it could not be generated; the metadata contain the reason.
                       * @enum {string}
                       */
                      thumbnail: 'ready' | 'pending' | 'none';
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                  | {
                      id: number;
                      /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                      folder_id: number | null;
                      name: string;
                      /** @constant */
                      type: 'folder';
                      /** @description Always 0: the bytes in a folder are not counted. */
                      size: number;
                      /** @constant */
                      mime_type: 'httpd/unix-directory';
                      /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                      permissions: number;
                      /** @description Owner of the home; null in system folders. */
                      owner: components['schemas']['Person'] | null;
                      /** @description True if a user other than the owner has a share on this folder itself. */
                      shared: boolean;
                      /** @description True for a system folder. */
                      system: boolean;
                      /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                      locked: {
                        user: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description True if the caller may end it with `DELETE …/lock`. */
                        breakable: boolean;
                      } | null;
                      /**
                       * @description Set if the caller has marked it as a favourite.
                       * @constant
                       */
                      favourite?: true;
                      /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                      shared_with?: {
                        /** @description The first three by login, without the caller. */
                        people: {
                          login: string;
                          name: string;
                        }[];
                        /** @description Names of the first three groups. */
                        groups: string[];
                        /** @description Number of all recipients, users and groups, without the caller. */
                        total: number;
                        /** @description Number of links that have not ended. */
                        links: number;
                      };
                      /** Format: date-time */
                      created_at: string;
                      /** Format: date-time */
                      updated_at: string;
                      /**
                       * @description `created`: a new document; `version`: the next version; `renamed`: a new document with another name; `skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the document already had this content.
                       * @enum {string}
                       */
                      outcome: 'created' | 'version' | 'renamed' | 'skipped' | 'same';
                    }
                )[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      412: components['responses']['PreconditionFailed'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Document'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteDocumentsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchDocumentsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description One line, without control characters. */
          title?: string;
          /** @description Well-formed Unicode without control characters other than tab and line breaks, at most 65536 bytes of UTF-8. */
          comments?: string;
          /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
          name?: string;
          /** @description Values that the user has seen. If the document has others by now, nothing is changed (412). */
          expected?: {
            /** @description One line, without control characters. */
            title?: string;
            /** @description Well-formed Unicode without control characters other than tab and line breaks, at most 65536 bytes of UTF-8. */
            comments?: string;
            /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
            name?: string;
          };
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Document'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteDocumentsIdLock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsIdDownload: {
    parameters: {
      query?: {
        inline?: string;
        version?: number;
        at?: string | unknown | unknown;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The content. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
      /** @description The requested byte ranges. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
          'multipart/byteranges': unknown;
        };
      };
      /** @description Not modified. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      416: components['responses']['RangeNotSatisfiable'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsIdThumbnail: {
    parameters: {
      query?: {
        v?: string;
        size?: '128' | '256' | '512';
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The thumbnail. The response has `ETag`. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'image/jpeg': unknown;
          'image/png': unknown;
        };
      };
      /** @description Not modified. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsIdText: {
    parameters: {
      query?: {
        v?: string;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The text, in UTF-8. The response has `ETag`. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': unknown;
        };
      };
      /** @description Not modified. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsIdMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              /** @description `0` if the caller may read the document but not its folder. */
              folder_id: number | null;
              name: string;
              /** @constant */
              type: 'file';
              title: string;
              comments: string;
              /**
               * @description Set in lists and batches if `comments` has only its first 1,000 characters.
               * @constant
               */
              comments_cut?: true;
              /** @description Bytes. */
              size: number;
              mime_type: string;
              sha256: string;
              /** @description Number of the newest version. */
              version: number;
              /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
              permissions: number;
              /** @description Owner of the home; null in system folders. */
              owner: components['schemas']['Person'] | null;
              created_by: components['schemas']['Person'] | null;
              updated_by: components['schemas']['Person'] | null;
              /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
              locked: {
                user: string;
                /** Format: date-time */
                expires_at: string;
                /** @description True if the caller may end it with `DELETE …/lock`. */
                breakable: boolean;
              } | null;
              /**
               * @description Set if the caller has marked it as a favourite.
               * @constant
               */
              favourite?: true;
              /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
              shared_with?: {
                /** @description The first three by login, without the caller. */
                people: {
                  login: string;
                  name: string;
                }[];
                /** @description Names of the first three groups. */
                groups: string[];
                /** @description Number of all recipients, users and groups, without the caller. */
                total: number;
                /** @description Number of links that have not ended. */
                links: number;
              };
              /**
               * @description State of the thumbnail.
               * @enum {string}
               */
              thumbnail: 'ready' | 'pending' | 'none' | 'failed';
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              /** @description Path as the caller sees it, starting with `/`. */
              path: string;
              /** @description The folders above it that the caller sees, topmost first, with their names in `path`. */
              ancestors: {
                id: number;
                name: string;
              }[];
              /** @description Why the thumbnail could not be generated; null unless it failed. */
              thumbnail_reason: string | null;
              /** @description `thumbnail_reason` as a code with facts. */
              thumbnail_data: {
                code: string;
                facts: {
                  [key: string]: string | number;
                };
              } | null;
              /**
               * @description State of the searchable text of the document.
               * @enum {string}
               */
              text: 'ready' | 'pending' | 'none' | 'failed';
              /** @description Why the text could not be extracted; null unless it failed. */
              text_reason: string | null;
              /** @description `text_reason` as a code with facts. */
              text_data: {
                code: string;
                facts: {
                  [key: string]: string | number;
                };
              } | null;
              /** @description Newest first; at most 200. */
              versions: components['schemas']['Version'][];
              /** @description Only if the caller may share the document. */
              shares?: components['schemas']['Share'][];
              /** @description Dead WebDAV properties (RFC 4918 §4). */
              properties: {
                namespace: string;
                name: string;
                xml: string;
              }[];
              /** @description Null unless the document is a picture or a PDF with a thumbnail. */
              media: {
                /** @description Width of a picture as displayed, in pixels. */
                width: number | null;
                /** @description Height of a picture as displayed, in pixels. */
                height: number | null;
                /** @description Number of pages of a PDF. */
                pages: number | null;
              } | null;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postDocumentsIdMove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Document'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postDocumentsIdCopy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id: number;
          /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
          name: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Document'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  putDocumentsIdOpening: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postDocumentsIdEditAddress: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['EditAddress'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  putDocumentsIdFavourite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              favourite: boolean;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteDocumentsIdFavourite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              favourite: boolean;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getUploads: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              /** @description `0` is the home of the caller. */
              folder_id: number;
              /** @description Names of folders below it, separated by `/`. */
              path: string;
              filename: string;
              /** @description Length of the complete content in bytes. */
              length: number;
              /** @description Number of bytes that have arrived. */
              offset: number;
              /** Format: date-time */
              created_at: string;
              /**
               * Format: date-time
               * @description Time at which it is deleted if no more bytes arrive.
               */
              expires_at: string;
            }[];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postUploads: {
    parameters: {
      query?: never;
      header?: {
        'Tus-Resumable'?: string;
        'Upload-Length'?: string;
        'Upload-Metadata'?: string;
        'Upload-Checksum'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/offset+octet-stream': unknown;
      };
    };
    responses: {
      /** @description The upload was started. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      460: components['responses']['ChecksumMismatch'];
      500: components['responses']['ServerError'];
    };
  };
  optionsUploads: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See the headers. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Tus-Version': components['headers']['Tus-Version'];
          'Tus-Extension': components['headers']['Tus-Extension'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postUploadsId: {
    parameters: {
      query?: never;
      header?: {
        'Tus-Resumable'?: string;
        'Upload-Offset'?: string;
        'Upload-Checksum'?: string;
        'X-HTTP-Method-Override'?: string;
      };
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/offset+octet-stream': unknown;
      };
    };
    responses: {
      /** @description The result of PATCH or DELETE. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      460: components['responses']['ChecksumMismatch'];
      500: components['responses']['ServerError'];
    };
  };
  deleteUploadsId: {
    parameters: {
      query?: never;
      header?: {
        'Tus-Resumable'?: string;
      };
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The upload was deleted. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  optionsUploadsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See the headers. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Tus-Version': components['headers']['Tus-Version'];
          'Tus-Extension': components['headers']['Tus-Extension'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  headUploadsId: {
    parameters: {
      query?: never;
      header?: {
        'Tus-Resumable'?: string;
      };
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See the headers. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          'Upload-Length': components['headers']['Upload-Length'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      410: components['responses']['Gone'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchUploadsId: {
    parameters: {
      query?: never;
      header?: {
        'Tus-Resumable'?: string;
        'Upload-Offset'?: string;
        'Upload-Checksum'?: string;
      };
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/offset+octet-stream': unknown;
      };
    };
    responses: {
      /** @description The bytes have arrived. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      460: components['responses']['ChecksumMismatch'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsIdVersions: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Version'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsIdVersionsNumber: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Version'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteDocumentsIdVersionsNumber: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              number: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchDocumentsIdVersionsNumber: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
        number: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Well-formed Unicode without control characters other than tab and line breaks, at most 65536 bytes of UTF-8. */
          comment: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Version'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocumentsIdVersionsNumberDownload: {
    parameters: {
      query?: {
        inline?: string;
      };
      header?: never;
      path: {
        id: number;
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The content. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
      /** @description The requested byte ranges. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
          'multipart/byteranges': unknown;
        };
      };
      /** @description Not modified. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      416: components['responses']['RangeNotSatisfiable'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postDocumentsIdVersionsNumberRestore: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Document'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getFoldersShares: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
              folder_id: number | null;
              name: string;
              /** @constant */
              type: 'folder';
              /** @description Always 0: the bytes in a folder are not counted. */
              size: number;
              /** @constant */
              mime_type: 'httpd/unix-directory';
              /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
              permissions: number;
              /** @description Owner of the home; null in system folders. */
              owner: components['schemas']['Person'] | null;
              /** @description True if a user other than the owner has a share on this folder itself. */
              shared: boolean;
              /** @description True for a system folder. */
              system: boolean;
              /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
              locked: {
                user: string;
                /** Format: date-time */
                expires_at: string;
                /** @description True if the caller may end it with `DELETE …/lock`. */
                breakable: boolean;
              } | null;
              /**
               * @description Set if the caller has marked it as a favourite.
               * @constant
               */
              favourite?: true;
              /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
              shared_with?: {
                /** @description The first three by login, without the caller. */
                people: {
                  login: string;
                  name: string;
                }[];
                /** @description Names of the first three groups. */
                groups: string[];
                /** @description Number of all recipients, users and groups, without the caller. */
                total: number;
                /** @description Number of links that have not ended. */
                links: number;
              };
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              shared_by: components['schemas']['Person'] | null;
            }[];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getFoldersSystem: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
              folder_id: number | null;
              name: string;
              /** @constant */
              type: 'folder';
              /** @description Always 0: the bytes in a folder are not counted. */
              size: number;
              /** @constant */
              mime_type: 'httpd/unix-directory';
              /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
              permissions: number;
              /** @description Owner of the home; null in system folders. */
              owner: components['schemas']['Person'] | null;
              /** @description True if a user other than the owner has a share on this folder itself. */
              shared: boolean;
              /** @description True for a system folder. */
              system: boolean;
              /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
              locked: {
                user: string;
                /** Format: date-time */
                expires_at: string;
                /** @description True if the caller may end it with `DELETE …/lock`. */
                breakable: boolean;
              } | null;
              /**
               * @description Set if the caller has marked it as a favourite.
               * @constant
               */
              favourite?: true;
              /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
              shared_with?: {
                /** @description The first three by login, without the caller. */
                people: {
                  login: string;
                  name: string;
                }[];
                /** @description Names of the first three groups. */
                groups: string[];
                /** @description Number of all recipients, users and groups, without the caller. */
                total: number;
                /** @description Number of links that have not ended. */
                links: number;
              };
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              /** @description Shares on the folder itself. */
              shares: number;
            }[];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postFolders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              /** @description Id of a folder; `0` is the home of the caller. */
              folder_id: number;
              /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
              name: string;
              /** @constant */
              system?: false;
            }
          | {
              /**
               * @description Creates a system folder.
               * @constant
               */
              system: true;
              /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
              name: string;
            };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Folder'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getFoldersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
              folder_id: number | null;
              name: string;
              /** @constant */
              type: 'folder';
              /** @description Always 0: the bytes in a folder are not counted. */
              size: number;
              /** @constant */
              mime_type: 'httpd/unix-directory';
              /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
              permissions: number;
              /** @description Owner of the home; null in system folders. */
              owner: components['schemas']['Person'] | null;
              /** @description True if a user other than the owner has a share on this folder itself. */
              shared: boolean;
              /** @description True for a system folder. */
              system: boolean;
              /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
              locked: {
                user: string;
                /** Format: date-time */
                expires_at: string;
                /** @description True if the caller may end it with `DELETE …/lock`. */
                breakable: boolean;
              } | null;
              /**
               * @description Set if the caller has marked it as a favourite.
               * @constant
               */
              favourite?: true;
              /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
              shared_with?: {
                /** @description The first three by login, without the caller. */
                people: {
                  login: string;
                  name: string;
                }[];
                /** @description Names of the first three groups. */
                groups: string[];
                /** @description Number of all recipients, users and groups, without the caller. */
                total: number;
                /** @description Number of links that have not ended. */
                links: number;
              };
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              /** @description Path as the caller sees it, starting with `/`. */
              path: string;
              /** @description The folders above it that the caller sees, topmost first, with their names in `path`. */
              ancestors: {
                id: number;
                name: string;
              }[];
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteFoldersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchFoldersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
          name: string;
          /** @description The name that the user has seen. If the folder has another one by now, it is not renamed (412). */
          expected?: {
            /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
            name: string;
          };
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Folder'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteFoldersIdLock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getFoldersIdContents: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        sort?: 'name' | 'size' | 'updated_at' | 'created_at' | 'mime_type';
        direction?: 'asc' | 'desc';
        at?: string | unknown | unknown;
        type?: 'folder';
        fields?: 'id';
        include?: 'shared_with';
        starts?: string;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | {
                data: (components['schemas']['Document'] | components['schemas']['Folder'])[];
                meta: components['schemas']['Meta'];
              }
            | {
                data: {
                  id: number;
                }[];
                meta: components['schemas']['Meta'];
              }
            | {
                data: components['schemas']['EarlierEntry'][];
                meta: components['schemas']['Meta'];
              }
            | {
                data: {
                  /** @description Null: there is no such entry. */
                  index: number | null;
                };
              };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postFoldersIdConflicts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Names below the folder, separated by `/`. */
          paths: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              path: string;
              entry: components['schemas']['Document'] | components['schemas']['Folder'];
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getFoldersIdSearch: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        include?: 'shared_with';
        q?: string;
        filter?: string;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: (
              | {
                  id: number;
                  /** @description `0` if the caller may read the document but not its folder. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'file';
                  title: string;
                  comments: string;
                  /**
                   * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                   * @constant
                   */
                  comments_cut?: true;
                  /** @description Bytes. */
                  size: number;
                  mime_type: string;
                  sha256: string;
                  /** @description Number of the newest version. */
                  version: number;
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  created_by: components['schemas']['Person'] | null;
                  updated_by: components['schemas']['Person'] | null;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /**
                   * @description Also `none` if it could not be generated; the metadata contain the reason.
                   * @enum {string}
                   */
                  thumbnail: 'ready' | 'pending' | 'none';
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path as the caller sees it, starting with `/`. */
                  path: string;
                  /** @description HTML: the text around the match, with the match in `<mark>`. */
                  snippet: string;
                  /** @description Relevance: a greater value is a better match. */
                  score: number;
                }
              | {
                  id: number;
                  /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'folder';
                  /** @description Always 0: the bytes in a folder are not counted. */
                  size: number;
                  /** @constant */
                  mime_type: 'httpd/unix-directory';
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  /** @description True if a user other than the owner has a share on this folder itself. */
                  shared: boolean;
                  /** @description True for a system folder. */
                  system: boolean;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path as the caller sees it, starting with `/`. */
                  path: string;
                  /** @description HTML: the text around the match, with the match in `<mark>`. */
                  snippet: string;
                  /** @description Relevance: a greater value is a better match. */
                  score: number;
                }
            )[];
            meta: components['schemas']['Meta'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postFoldersIdMove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Folder'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postFoldersIdCopy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id: number;
          /** @description 1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`. */
          name: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Folder'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  putFoldersIdFavourite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              favourite: boolean;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteFoldersIdFavourite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              favourite: boolean;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getEntries: {
    parameters: {
      query: {
        path: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Document'] | components['schemas']['Folder'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getFavourites: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        include?: 'shared_with';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: (
              | {
                  id: number;
                  /** @description `0` if the caller may read the document but not its folder. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'file';
                  title: string;
                  comments: string;
                  /**
                   * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                   * @constant
                   */
                  comments_cut?: true;
                  /** @description Bytes. */
                  size: number;
                  mime_type: string;
                  sha256: string;
                  /** @description Number of the newest version. */
                  version: number;
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  created_by: components['schemas']['Person'] | null;
                  updated_by: components['schemas']['Person'] | null;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /**
                   * @description Also `none` if it could not be generated; the metadata contain the reason.
                   * @enum {string}
                   */
                  thumbnail: 'ready' | 'pending' | 'none';
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path as the caller sees it, starting with `/`. */
                  path: string;
                }
              | {
                  id: number;
                  /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'folder';
                  /** @description Always 0: the bytes in a folder are not counted. */
                  size: number;
                  /** @constant */
                  mime_type: 'httpd/unix-directory';
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  /** @description True if a user other than the owner has a share on this folder itself. */
                  shared: boolean;
                  /** @description True for a system folder. */
                  system: boolean;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path as the caller sees it, starting with `/`. */
                  path: string;
                }
            )[];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getRecent: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        include?: 'shared_with';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: (
              | {
                  id: number;
                  /** @description `0` if the caller may read the document but not its folder. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'file';
                  title: string;
                  comments: string;
                  /**
                   * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                   * @constant
                   */
                  comments_cut?: true;
                  /** @description Bytes. */
                  size: number;
                  mime_type: string;
                  sha256: string;
                  /** @description Number of the newest version. */
                  version: number;
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  created_by: components['schemas']['Person'] | null;
                  updated_by: components['schemas']['Person'] | null;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /**
                   * @description Also `none` if it could not be generated; the metadata contain the reason.
                   * @enum {string}
                   */
                  thumbnail: 'ready' | 'pending' | 'none';
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path as the caller sees it, starting with `/`. */
                  path: string;
                  /**
                   * @description What the caller did last with it.
                   * @enum {string}
                   */
                  use: 'opened' | 'changed';
                  /** Format: date-time */
                  used_at: string;
                }
              | {
                  id: number;
                  /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'folder';
                  /** @description Always 0: the bytes in a folder are not counted. */
                  size: number;
                  /** @constant */
                  mime_type: 'httpd/unix-directory';
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  /** @description True if a user other than the owner has a share on this folder itself. */
                  shared: boolean;
                  /** @description True for a system folder. */
                  system: boolean;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path as the caller sees it, starting with `/`. */
                  path: string;
                  /**
                   * @description What the caller did last with it.
                   * @enum {string}
                   */
                  use: 'opened' | 'changed';
                  /** Format: date-time */
                  used_at: string;
                }
            )[];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postEntriesBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              /** @constant */
              action: 'move';
              /** @description Ids of documents and folders, each once. */
              ids: number[];
              /** @description Id of a folder; `0` is the home of the caller. */
              folder_id: number;
              /**
               * @description What to do with an entry whose name is taken in the folder.
               * @default fail
               * @enum {string}
               */
              conflict?: 'fail' | 'rename' | 'skip';
              /** @description The `activity_id` of an earlier response, to undo what it reported. An entry is refused with `changed_meanwhile` or `changed_meanwhile_by` if another user has changed it, or an entry beneath it, since then. `delete` also refuses it if a content was stored in it. */
              unchanged_since?: number;
              /** @description The folder that the entries must be in. Others are refused with `moved_meanwhile`. */
              expected_folder_id?: number;
            }
          | {
              /** @constant */
              action: 'copy';
              /** @description Ids of documents and folders, each once. */
              ids: number[];
              /** @description Id of a folder; `0` is the home of the caller. */
              folder_id: number;
              /**
               * @description What to do with an entry whose name is taken in the folder.
               * @default fail
               * @enum {string}
               */
              conflict?: 'fail' | 'rename' | 'skip';
            }
          | {
              /** @constant */
              action: 'delete';
              /** @description Ids of documents and folders, each once. */
              ids: number[];
              /** @description The `activity_id` of an earlier response, to undo what it reported. An entry is refused with `changed_meanwhile` or `changed_meanwhile_by` if another user has changed it, or an entry beneath it, since then. `delete` also refuses it if a content was stored in it. */
              unchanged_since?: number;
              /** @description The folder that the entries must be in. Others are refused with `moved_meanwhile`. */
              expected_folder_id?: number;
              /** @description The name that the entries must have. Others are refused with `renamed_meanwhile`. */
              expected_name?: string;
              /** @description Refuses folders that contain entries, with `not_empty`. */
              only_empty?: boolean;
            }
          | {
              /** @constant */
              action: 'purge';
              /** @description Ids of documents and folders, each once. */
              ids: number[];
            }
          | {
              /** @constant */
              action: 'restore';
              /** @description Ids of documents and folders, each once. */
              ids: number[];
              /** @description Id of a folder; `0` is the home of the caller. */
              folder_id?: number;
            };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              /** @enum {string} */
              status: 'done' | 'skipped' | 'failed';
              /** @description Why the action was not done. */
              message?: string;
              code?: components['schemas']['MessageCode'];
              facts?: {
                [key: string]: string | number;
              };
              /** @description The entry, or its copy. */
              entry?: components['schemas']['Document'] | components['schemas']['Folder'];
            }[];
            meta: {
              /** @description Id of the newest activity before the batch, for `unchanged_since` of a batch that undoes it. */
              activity_id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postArchives: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Ids of documents and folders, each once. */
          ids: number[];
          /** @description Archives the entries as they were at this time: names, versions and members of folders, also those that are in the trash now. Not in the future (422). */
          at?: string | unknown | unknown;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description URL of the download, without the host. */
              url: string;
              /** @description Name of the file. */
              name: string;
              /** @description Number of documents and folders in the archive. */
              entries: number;
              /** @description Length of the file in bytes. */
              bytes: number;
              /**
               * Format: date-time
               * @description Time until which it can be downloaded.
               */
              expires_at: string;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getArchivesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archive. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/zip': unknown;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getShares: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        document_id?: number;
        folder_id?: number;
        role?: 'creator' | 'recipient';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Share'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postShares: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Either `document_id` or `folder_id` is required. */
          document_id?: number;
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id?: number;
          /** @description Login names of recipients. `users` and `groups` together name 1 to 100. */
          users?: string[];
          /** @description Names of groups that are recipients. Each member has the permissions, except the caller. */
          groups?: string[];
          /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. Read is always added. */
          permissions: number;
          /**
           * @description Sends the recipients an e-mail.
           * @default false
           */
          notify?: boolean;
          /** @description Null: the share does not expire. */
          expires_at?: (string | unknown | unknown) | null;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Share'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getSharesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Share'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteSharesId: {
    parameters: {
      query?: {
        cascade?: '0' | '1';
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
              /** @description Shares of the entry, or of entries below it, that their creators may no longer create. With `cascade=1` they are ended, else they remain. At most 1000. */
              others: components['schemas']['Share'][];
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchSharesId: {
    parameters: {
      query?: {
        cascade?: '0' | '1';
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Login names of all recipients that are users. Those that are not listed lose the share. */
          users?: string[];
          /** @description Names of all recipients that are groups. Those that are not listed lose the share. */
          groups?: string[];
          /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. Read is always added. */
          permissions?: number;
          expires_at?: (string | unknown | unknown) | null;
          /** @description Sends an e-mail to the recipients that `users` and `groups` add. */
          notify?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ChangedShare'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getLinks: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        document_id?: number;
        folder_id?: number;
        everyone?: '0' | '1';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Link'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postLinks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Either `document_id` or `folder_id` is required. */
          document_id?: number;
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id?: number;
          /**
           * @description `view`: visitors see what a browser can display. `download`: they can also download. `upload`: they can only send files into the folder. `edit`: they can download, send new versions, and send files into folders.
           * @default download
           * @enum {string}
           */
          kind?: 'view' | 'download' | 'upload' | 'edit';
          /**
           * @description One line, without control characters.
           * @default
           */
          label?: string;
          /**
           * @description At least 10 characters; not one of the most common passwords. Null: no password.
           * @default null
           */
          password?: string | null;
          /** @description Null: the link does not expire. */
          expires_at?: (string | unknown | unknown) | null;
          /**
           * @description The link ends after this number of downloads. Null: no limit; required for the kinds `view` and `upload`.
           * @default null
           */
          max_downloads?: number | null;
          /**
           * @description Number of files that all visitors together can send. Null: 1000; required if visitors cannot send files.
           * @default null
           */
          max_files?: number | null;
          /**
           * @description Maximum size of such a file in bytes. Null: only that of the server; required if visitors cannot send files.
           * @default null
           */
          max_bytes?: number | null;
          /**
           * @description True: users who may share the entry see the link.
           * @default true
           */
          listed?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CreatedLink'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getLinksId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Link'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteLinksId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchLinksId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description `view`: visitors see what a browser can display. `download`: they can also download. `upload`: they can only send files into the folder. `edit`: they can download, send new versions, and send files into folders.
           * @enum {string}
           */
          kind?: 'view' | 'download' | 'upload' | 'edit';
          /** @description One line, without control characters. */
          label?: string;
          /** @description At least 10 characters; not one of the most common passwords. Null: no password. */
          password?: string | null;
          expires_at?: (string | unknown | unknown) | null;
          /** @description The link ends after this number of downloads. Null: no limit; required for the kinds `view` and `upload`. */
          max_downloads?: number | null;
          /** @description Number of files that all visitors together can send. Null: 1000; required if visitors cannot send files. */
          max_files?: number | null;
          /** @description Maximum size of such a file in bytes. Null: only that of the server; required if visitors cannot send files. */
          max_bytes?: number | null;
          /** @description True: users who may share the entry see the link. */
          listed?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Link'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postLinksIdMail: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The last part of the `url` of the link, which only its creation returned. */
          code: string;
          /** @description E-mail addresses. Each gets an e-mail of its own. */
          to: string[];
          /**
           * @description Well-formed Unicode without control characters other than tab and line breaks, at most 4000 bytes of UTF-8.
           * @default
           */
          text?: string;
          /**
           * @description Language of the e-mail. Default: that of the account of the caller, or else `en`.
           * @enum {string}
           */
          language?: 'de' | 'en';
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description The addresses, each once. */
              sent_to: string[];
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getLinksIdUses: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['LinkUse'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getLinkPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['LinkPolicy'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getTrash: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: (
              | {
                  id: number;
                  /** @description `0` if the caller may read the document but not its folder. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'file';
                  title: string;
                  comments: string;
                  /**
                   * @description Set in lists and batches if `comments` has only its first 1,000 characters.
                   * @constant
                   */
                  comments_cut?: true;
                  /** @description Bytes. */
                  size: number;
                  mime_type: string;
                  sha256: string;
                  /** @description Number of the newest version. */
                  version: number;
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  created_by: components['schemas']['Person'] | null;
                  updated_by: components['schemas']['Person'] | null;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /**
                   * @description Also `none` if it could not be generated; the metadata contain the reason.
                   * @enum {string}
                   */
                  thumbnail: 'ready' | 'pending' | 'none';
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path that the entry had before it was deleted. */
                  path: string;
                  /** Format: date-time */
                  deleted_at: string;
                  deleted_by: components['schemas']['Person'] | null;
                  /** @description When the service deletes it permanently; null: never. */
                  expires_at: string | null;
                }
              | {
                  id: number;
                  /** @description Null for a home or system folder; `0` if the caller may read this folder but not its parent. */
                  folder_id: number | null;
                  name: string;
                  /** @constant */
                  type: 'folder';
                  /** @description Always 0: the bytes in a folder are not counted. */
                  size: number;
                  /** @constant */
                  mime_type: 'httpd/unix-directory';
                  /** @description Sum of bits: read 1, update 2, create 4, delete 8, share 16. */
                  permissions: number;
                  /** @description Owner of the home; null in system folders. */
                  owner: components['schemas']['Person'] | null;
                  /** @description True if a user other than the owner has a share on this folder itself. */
                  shared: boolean;
                  /** @description True for a system folder. */
                  system: boolean;
                  /** @description The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none. */
                  locked: {
                    user: string;
                    /** Format: date-time */
                    expires_at: string;
                    /** @description True if the caller may end it with `DELETE …/lock`. */
                    breakable: boolean;
                  } | null;
                  /**
                   * @description Set if the caller has marked it as a favourite.
                   * @constant
                   */
                  favourite?: true;
                  /** @description Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far as the caller may see them. */
                  shared_with?: {
                    /** @description The first three by login, without the caller. */
                    people: {
                      login: string;
                      name: string;
                    }[];
                    /** @description Names of the first three groups. */
                    groups: string[];
                    /** @description Number of all recipients, users and groups, without the caller. */
                    total: number;
                    /** @description Number of links that have not ended. */
                    links: number;
                  };
                  /** Format: date-time */
                  created_at: string;
                  /** Format: date-time */
                  updated_at: string;
                  /** @description Path that the entry had before it was deleted. */
                  path: string;
                  /** Format: date-time */
                  deleted_at: string;
                  deleted_by: components['schemas']['Person'] | null;
                  /** @description When the service deletes it permanently; null: never. */
                  expires_at: string | null;
                }
            )[];
            meta: {
              current_page: number;
              per_page: number;
              last_page: number;
              /** @description Number of items on all pages. */
              total: number;
              /**
               * @description Set if there are more items than `total`. These were not counted, but are on further pages.
               * @constant
               */
              total_is_lower_bound?: true;
              /** @description Records on all pages that the caller may delete permanently. */
              purgeable: number;
            };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteTrash: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Deleted records. */
              purged: number;
              /** @description Records that the caller still sees. */
              left: number;
            };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postTrashIdRestore: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Id of a folder; `0` is the home of the caller. */
          folder_id?: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Document'] | components['schemas']['Folder'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteTrashId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getPeople: {
    parameters: {
      query: {
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Colleague'][];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getGroups: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        q?: string;
        mine?: '0' | '1';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Group'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postGroups: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique; case does not matter. */
          name: string;
          /**
           * @description Login names.
           * @default []
           */
          users?: string[];
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Group'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getGroupsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Group'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteGroupsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchGroupsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique; case does not matter. */
          name: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Group'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getGroupsIdMembers: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['GroupMember'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postGroupsIdMembers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Login names. */
          users: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Group'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteGroupsIdMembersMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
        member: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getUsers: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['User'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          email: string;
          /** @description 1 to 64 characters of `a-z 0-9 . _ -`. */
          login: string;
          /** @description At least 10 characters; not one of the most common passwords. */
          password?: string;
          is_admin?: boolean;
          quota_bytes?: number | null;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['User'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getUsersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['User'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteUsersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  patchUsersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          email?: string;
          password?: string;
          /** @description Required to change the password or the e-mail address of your own account. */
          current_password?: string;
          /** @description True: the tokens of the user remain valid. By default they are revoked. */
          keep_tokens?: boolean;
          is_admin?: boolean;
          is_disabled?: boolean;
          quota_bytes?: number | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['User'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postUsersIdInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description False: do not send the link, but return it in the response. */
          mail?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description The link to give to the user; null if it was sent by e-mail. Begins with a slash if `server.base_url` is not set. */
              url: string | null;
              /** @description The e-mail address that the link is sent to; null: none. */
              sent_to: string | null;
              /** Format: date-time */
              expires_at: string;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteUsersId2fa: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteUsersIdSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              ended: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              version: string;
              node: string;
              /** Format: date-time */
              started_at: string;
              uptime_seconds: number;
              /** @enum {string} */
              status: 'ok' | 'failed';
              /** @description The database can be written. */
              database: boolean;
              /** @description The data directory can be written, and has free space. */
              data_directory: boolean;
              warnings: string[];
              /** @description May be five minutes old. */
              counts: {
                users: number;
                administrators: number;
                folders: number;
                documents: number;
                versions: number;
                sessions: number;
              };
              space: {
                database_bytes: number;
                /** @description Size of all contents; equal contents count once. May be five minutes old. */
                contents_bytes: number;
                /** @description Free space on the disk of the contents. */
                free_bytes: number;
              };
              /** @description Each is counted up to 10,000. */
              queues: {
                /** @description Entries that wait for the search index. */
                entries_to_index: number;
                /** @description Contents that wait for their text or thumbnail. */
                contents_to_read: number;
                mails: number;
              };
              mail: {
                configured: boolean;
                /** @description The last failed attempt to send an e-mail since the start of the service. */
                last_failure: {
                  /** Format: date-time */
                  at: string;
                  reason: string;
                } | null;
              };
              /** @description Since the start of the service. */
              failed_sign_ins: number;
              backup: {
                /** @description The last backup that succeeded. */
                last: {
                  /**
                   * Format: date-time
                   * @description Time at which the backup ended.
                   */
                  at: string;
                  destination: string;
                  /** @description The name of the snapshot, or the reason of the failure. */
                  detail: string;
                } | null;
                /** @description The last failure of a backup or of the command `backup.after`. */
                last_failure: {
                  /**
                   * Format: date-time
                   * @description Time at which the backup ended.
                   */
                  at: string;
                  destination: string;
                  /** @description The name of the snapshot, or the reason of the failure. */
                  detail: string;
                } | null;
                /** @description Null: there is no schedule. */
                next_at: string | null;
                warning: ('backup_failed' | 'backup_late') | null;
              };
            };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getLocks: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Id of the entry that is locked. */
              id: number;
              /** @description Null in the home of another user, if the caller may not read it. */
              entry: {
                name: string;
                /** @enum {string} */
                type: 'file' | 'folder';
                path: string;
              } | null;
              /** @description Owner of the home that contains it; null in a system folder. */
              owner: components['schemas']['Person'] | null;
              /** @description Holder of the lock. */
              user: components['schemas']['Person'];
              /** @enum {string} */
              scope: 'exclusive' | 'shared';
              /** @enum {string} */
              depth: '0' | 'infinity';
              /**
               * Format: date-time
               * @description Time at which the lock was created or last refreshed.
               */
              since: string;
              /** Format: date-time */
              until: string;
            }[];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  deleteLocksId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: number;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getIncidents: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        open?: '0' | '1';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Incident'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postIncidentsIdLift: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Incident'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getBackups: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description The last backup that succeeded. */
              last: {
                /**
                 * Format: date-time
                 * @description Time at which the backup ended.
                 */
                at: string;
                destination: string;
                /** @description The name of the snapshot, or the reason of the failure. */
                detail: string;
              } | null;
              /** @description The last failure of a backup or of the command `backup.after`. */
              last_failure: {
                /**
                 * Format: date-time
                 * @description Time at which the backup ended.
                 */
                at: string;
                destination: string;
                /** @description The name of the snapshot, or the reason of the failure. */
                detail: string;
              } | null;
              /** @description Null: there is no schedule. */
              next_at: string | null;
              warning: ('backup_failed' | 'backup_late') | null;
              /** @description `backup.dest`; null: the service makes no backups. */
              destination: string | null;
              /** @description `backup.schedule`. */
              schedule: string | null;
              /** @description Null: no backup is running. */
              running_since: string | null;
            };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postBackups: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** Format: date-time */
              started_at: string;
            };
          };
        };
      };
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** Format: date-time */
              started_at: string;
            };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events, as they happen. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': unknown;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getActivity: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        action?: string;
        user?: string;
        after?: string | unknown | unknown;
        before?: string | unknown | unknown;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Activity'][];
            meta: components['schemas']['Meta'];
          };
          'text/csv': unknown;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getUndo: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Undo'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postUndo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Whose changes; default: those of the caller, with `ip` those of all users. */
          login?: string;
          /** @description Only changes with this token. */
          token_id?: number;
          /** @description Only changes from this address. */
          ip?: string;
          /** @description Changes at this time or later. Required without `undo_id`. */
          since?: string | unknown | unknown;
          /** @description Changes up to this time. Default: now. */
          until?: string | unknown | unknown;
          /** @description Only in this folder. `0`: the home of the caller. */
          folder_id?: number;
          /**
           * @description Also entries that others have changed since.
           * @default false
           */
          force?: boolean;
          /** @description Takes back this undo. No other condition is then allowed. */
          undo_id?: number;
          /**
           * @description Only says what would be done (200).
           * @default false
           */
          dry_run?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['UndoPreview'];
          };
        };
      };
      /** @description Begun. The work goes on after the response. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Undo'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getUndoId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Undo'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getUndoIdNotes: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              entry_id: number;
              /** @description Empty if the caller may not read the entry any more. */
              name: string;
              /** @description Null: it would be put back. */
              reason: string | null;
              /** @description `reason` as a code with facts. */
              data: {
                code: string;
                facts: {
                  [key: string]: string | number;
                };
              } | null;
            }[];
            meta: components['schemas']['Meta'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postUndoIdResume: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Begun. The work goes on after the response. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Undo'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  postFoldersIdRestore: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description A date (00:00 UTC of that day), or a timestamp with a time zone. */
          at: string | unknown | unknown;
          /**
           * @description Only says what would be done (200).
           * @default false
           */
          dry_run?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['UndoPreview'];
          };
        };
      };
      /** @description Begun. The work goes on after the response. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Undo'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getV2DocumentsIdActivity: {
    parameters: {
      query?: {
        page?: number;
        per_page?: number;
        action?: string;
        user?: string;
        after?: string | unknown | unknown;
        before?: string | unknown | unknown;
      };
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Activity'][];
            meta: components['schemas']['Meta'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getOpenapiJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            openapi: string;
            info: unknown;
            paths: unknown;
          } & {
            [key: string]: unknown;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
  getDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'text/html': unknown;
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
    };
  };
}
