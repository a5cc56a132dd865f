export { type MailFailure, MailQueue, type MailReport, type MailSettings } from './mail-queue.ts';
