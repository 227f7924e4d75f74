import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'
import { lookAtFiles } from '../folder.ts'

const columnsText = `
  select format('%I.%I', c.table_schema, c.table_name) as "table", c.column_name as "column", c.data_type as type
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
    and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY') order by 1, 2`

/** Columns of the whole database with a row that contains one of the texts, in any case. */
export const columnsWith = async (server: TestServer, texts: readonly string[]): Promise<string[]> => {
  const columns = (await asOwner(server, columnsText)) as Record<'table' | 'column' | 'type', string>[]
  const looks = columns.map(({ table, column, type }) => {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    return `select '${table.replace('public.', '')}.${column}' as name where exists (
      select from ${table}, unnest($1::text[]) as looked where strpos(lower(${text}), lower(looked)) > 0)`
  })
  return (await asOwner(server, looks.join(' union all '), [texts])).map(({ name }) => String(name)).sort()
}

/** Files of the outbox that contain one of the texts. */
export const mailsWith = async ({ dataFolder }: TestServer, texts: readonly string[]): Promise<string[]> => {
  const mails = await lookAtFiles(join(dataFolder, 'outbox'), (path) => readFile(path, 'utf8'))
  return [...mails.values()].filter((mail) => texts.some((text) => mail.toLowerCase().includes(text.toLowerCase())))
}
