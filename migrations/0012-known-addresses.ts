import type { Knex } from 'knex';

/** Index for the check whether any password was used successfully from an IP address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX seen_addresses_by_address ON seen_addresses (address) WHERE token_id = 0');
}
