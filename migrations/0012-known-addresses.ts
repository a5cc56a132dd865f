import type { Knex } from 'knex';

/** Tells without reading the whole table whether any password has been right at an address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX seen_addresses_by_address ON seen_addresses (address) WHERE token_id = 0');
}
