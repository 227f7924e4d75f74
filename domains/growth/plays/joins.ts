/** The play with this id while it is active, as `play`. `id` is the column or parameter that names it. */
export const joinActivePlay = (id: string): string =>
  `join growth_play play on play.workspace_id = :workspace and play.id = ${id} and play.status = 'active'`
