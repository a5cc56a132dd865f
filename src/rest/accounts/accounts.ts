/* Users and sign-in. Each file has the schemas, the JSON views and the operations of its resources. */
export { accountOperations, sessionOperations, tokenOperations } from './account.ts';
export { groupOperations } from './groups.ts';
export { passwordLinkOperations } from './password-links.ts';
export { colleague, peopleOperations } from './people.ts';
export { setupOperations } from './setup.ts';
export { codeOperations, signInOperations } from './sign-in.ts';
export { twoFactorOperations } from './two-factor.ts';
export { userActionOperations } from './user-actions.ts';
export { userOperations } from './users.ts';
