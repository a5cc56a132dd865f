import { ApiError } from '../../api/api-error.ts';

/** Renames the error field of the API to the field of the form. */
export function withEnd(error: ApiError): ApiError {
  const { expires_at: end, ...fields } = error.fields;
  if (end === undefined) return error;
  return new ApiError(error.message, { status: error.status, fields: { ...fields, end } });
}
