/** Shares. */
export const shareMessages = {
  not_logins: 'Muss eine Liste von {minimum} bis {maximum} Anmeldenamen sein.',
  recipients_out_of_range: 'Wählen Sie mindestens eine und höchstens {maximum} Personen.',
  recipient_unknown: '{login}: Dieses Konto gibt es nicht.',
  recipient_is_owner: '{login}: Dieser Person gehört das Element bereits.',
  recipient_is_self: '{login}: Das sind Sie selbst.',
  not_permissions: 'Muss eine Summe der einzelnen Berechtigungen von 1 bis {maximum} sein.',
  permissions_exceed_own:
    'Sie können nicht mehr Berechtigungen erteilen, als Sie selbst haben: Sie dürfen nicht {verbs}.',
  end_exceeds_own: 'Darf nicht nach dem Ende Ihrer eigenen Berechtigungen liegen: {end}.',
  entry_required: 'Ein Dokument oder ein Ordner ist nötig.',
  with_document_id: 'Ist zusammen mit „document_id“ nicht möglich.',
  only_with_users: 'Ist nur zusammen mit „users“ möglich.',
  not_readable_document: 'Dieses Dokument gibt es nicht, oder Sie dürfen es nicht ansehen.',
  not_readable_folder: 'Diesen Ordner gibt es nicht, oder Sie dürfen ihn nicht ansehen.',
  too_many_dependent_shares:
    'Von dieser Freigabe hängen mehr als {maximum} weitere Freigaben ab. Beenden Sie zuerst einige davon.',
  home_not_shareable: 'Der ganze persönliche Bereich lässt sich nicht teilen.',
  may_not_share: 'Sie dürfen „{name}“ nicht teilen.',
  recipient_may_not_extend: 'Eine Freigabe, die Sie selbst erhalten haben, können Sie nicht erweitern.',
} as const;
