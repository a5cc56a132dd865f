/*
 * Users, and how they sign in: for each resource its schemas, its JSON views and its operations.
 */
export { accountOperations, sessionOperations, tokenOperations } from './account.ts';
export { codeOperations, signInOperations } from './sign-in.ts';
export { twoFactorOperations } from './two-factor.ts';
export { userOperations } from './users.ts';
