export { type MailFailure, MailQueue, type MailSettings } from './mail-queue.ts';
