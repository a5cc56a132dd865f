import well from 'icon:circle-check';
import warning from 'icon:triangle-alert';
import type { Status } from '../../api/records.ts';
import { Icon } from '../../parts/display/icon.tsx';
import { t } from '../../text/text.ts';

/** The problems of the service, with their remedies. */
function sentencesOf({ database, data_directory, warnings, status }: Status): readonly string[] {
  const texts = t().admin;
  const known = new Map(Object.entries(texts.warnings));
  const faults = [
    ...(database ? [] : [texts.databaseFails]),
    ...(data_directory ? [] : [texts.directoryFails]),
    ...warnings.map((code) => known.get(code) ?? texts.otherWarning(code)),
  ];
  return status === 'failed' && faults.length === 0 ? [texts.failing] : faults;
}

/** Shows the problems of the service, or that there are none. */
export function Warnings({ status }: { readonly status: Status }) {
  const sentences = sentencesOf(status);
  return (
    <div role="status" class="stack">
      {sentences.length === 0 && (
        <p class="all-well">
          <Icon of={well} />
          <span>{t().admin.allWell}</span>
        </p>
      )}
      {sentences.map((sentence) => (
        <p key={sentence} class="warning">
          <Icon of={warning} />
          <span>{sentence}</span>
        </p>
      ))}
    </div>
  );
}
