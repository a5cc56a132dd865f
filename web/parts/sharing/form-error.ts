import { ApiError } from '../../api/api-error.ts';

/** Renames the error fields of the API to those of the forms, which have one field for users and groups. */
export function formError(error: ApiError): ApiError {
  const { expires_at: end, users = [], groups = [], ...others } = error.fields;
  const recipients = [...users, ...groups];
  const fields = {
    ...others,
    ...(end === undefined ? {} : { end }),
    ...(recipients.length === 0 ? {} : { users: recipients }),
  };
  const { status, code, requestId } = error;
  return new ApiError(error.message, { status, code, requestId, fields });
}
