import pg from 'pg'

const int8 = 20

/** bigint as a number: positions, sizes and micro-dollars stay far below 2^53, and the schema's checks keep them there. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary'): never =>
  (oid === int8 ? Number : (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format)) as never

/** How columns are read. */
export const typeParsers: pg.CustomTypesConfig = { getTypeParser }
