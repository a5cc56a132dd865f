import type { Config } from '../../config/schema.ts';
import { type Finding, ok, problem, warning } from '../../upkeep/diagnosis/diagnosis.ts';
import { mailServerOf, ocrStatus } from '../composition-root.ts';

/** Checks whether the mail server accepts the connection and the password. Sends no e-mail. */
export async function mailFinding(config: Config): Promise<Finding> {
  const server = mailServerOf(config);
  if (!server) return ok('mail', 'off: smtp.url is not set');
  try {
    await server.verify();
    return ok('mail', 'the mail server accepts connections; dms mail-test sends an e-mail');
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    return problem(
      'mail',
      reason,
      'correct smtp.url, or check the mail server; dms tries to send an e-mail for a day',
    );
  }
}

/** Checks whether scans can be read, if OCR is configured. */
export async function textRecognitionFinding(config: Config): Promise<Finding> {
  const check = 'text_recognition';
  if (config.text.ocr === null) return ok(check, 'off: text.ocr is not set');
  const state = await ocrStatus(config);
  if (!state.startsWith('off')) return ok(check, `scans are read: ${state}`);
  const advice = 'install tesseract-ocr and its languages, or set text.ocr to null; then restart dms';
  return warning(check, state.replace(/^off: /, ''), advice);
}
