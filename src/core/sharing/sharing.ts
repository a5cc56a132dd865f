export { Shares } from './shares.ts';
