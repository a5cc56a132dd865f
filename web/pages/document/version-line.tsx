import download from 'icon:download';
import trash from 'icon:trash';
import type { DocumentDetails, Version } from '../../api/records.ts';
import { EditableText } from '../../details/editable-text.tsx';
import { readOnlyReason } from '../../details/read-only-reason.ts';
import { Icon } from '../../parts/display/icon.tsx';
import { Circles } from '../../parts/display/people.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import { kindOf } from '../../preview/kind.ts';
import { contentUrl } from '../../preview/previewed-version.ts';
import { formatMoment, formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';

interface VersionLineProps {
  readonly document: DocumentDetails;
  readonly version: Version;
  /** This version is in the preview. */
  readonly isShown: boolean;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
  /** @throws {ApiError} */
  readonly onComment: (comment: string) => Promise<boolean>;
}

/** One version: author, time, comment and actions. */
export function VersionLine({ document, version, isShown, onComment, ...actions }: VersionLineProps) {
  const { number, size, author, comment, created_at: time } = version;
  const texts = t().document;
  const isHead = number === document.version;
  return (
    <li class={isShown ? 'shown' : ''} aria-current={isShown}>
      <div class="record-head">
        <strong>{texts.version(number)}</strong>
        {isHead && <span class="badge">{texts.newest}</span>}
        <span class="size">{formatSize(size)}</span>
        <VersionButtons document={document} number={number} onDelete={actions.onDelete} />
      </div>
      <small>
        {author && <Circles names={[author.name]} />}
        <time dateTime={time}>{texts.byAt(author?.name ?? texts.nobody, formatMoment(time))}</time>
      </small>
      <EditableText
        label={texts.commentOn(number)}
        name="comment"
        value={comment}
        empty={texts.addComment}
        isLong
        isEditable={readOnlyReason(document, 'update') === undefined}
        onSave={onComment}
      />
      <VersionLinks document={document} number={number} isShown={isShown} onRestore={actions.onRestore} />
    </li>
  );
}

interface VersionButtonsProps extends Pick<VersionLineProps, 'document' | 'onDelete'> {
  readonly number: number;
}

function VersionButtons({ document, number, onDelete }: VersionButtonsProps) {
  const texts = t().document;
  const { id, version: head } = document;
  return (
    <span class="record-buttons">
      <a
        class="icon-button"
        href={contentUrl({ id, version: number }, false)}
        download
        aria-label={texts.downloadVersion(number)}
        title={texts.downloadVersion(number)}
      >
        <Icon of={download} size={18} />
      </a>
      {number !== head && readOnlyReason(document, 'delete') === undefined && (
        <IconButton icon={trash} label={texts.deleteVersion(number)} onClick={onDelete} />
      )}
    </span>
  );
}

interface VersionLinksProps extends Pick<VersionLineProps, 'document' | 'isShown' | 'onRestore'> {
  readonly number: number;
}

function VersionLinks({ document, number, isShown, onRestore }: VersionLinksProps) {
  const texts = t().document;
  const { id, version: head } = document;
  const isHead = number === head;
  const path = `/documents/${String(id)}`;
  return (
    <div class="record-actions">
      {!isShown && (
        <a
          class="link"
          href={`${path}?tab=versions${isHead ? '' : `&version=${String(number)}`}`}
          aria-label={texts.showVersion(number)}
        >
          {texts.show}
        </a>
      )}
      {!isHead && readOnlyReason(document, 'update') === undefined && (
        <button type="button" class="link" aria-label={texts.restoreVersion(number)} onClick={onRestore}>
          {texts.restore}
        </button>
      )}
      {!isHead && kindOf(document) === 'text' && (
        <a
          class="link"
          href={`${path}/compare?from=${String(number)}&to=${String(head)}`}
          aria-label={texts.compareVersion(number)}
        >
          {texts.compare}
        </a>
      )}
    </div>
  );
}
