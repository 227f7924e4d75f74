import { statement } from '../../../platform/db/statement.ts'
import { isInShownProjects, projectName, type ProjectFilter } from '../../code/projects/index.ts'
import type { StoredKind } from './rules.ts'

/** Words that begin with another: those from it on, before it with the last character that there is. */
const begins = (word: string) => `s.word >= ${word} and s.word < ${word} || chr(1114111)`
/** An exact word counts more than a word that only begins with it. */
const score = (word: string) => `max(s.weight * case when s.word = ${word} then 3 else 2 end)`

/** The words of a search as they are kept, the rarest first. */
export const wordsOf = statement<{ text: string; most: number; rows: number }, { word: string }>(
  'search.words',
  `select asked.word from search_terms(:text) asked
   cross join lateral (
     select count(*) as found from (
       select from search_word s where s.workspace_id = :workspace and ${begins('asked.word')}
       order by s.word, s.entry_id desc limit :most) rows_of
   ) counted
   order by counted.found, length(asked.word) desc, asked.word limit :rows`,
)

interface SearchQuery extends ProjectFilter {
  readonly rarest: string
  readonly others: readonly string[]
  readonly kinds: readonly StoredKind[]
  /** How many rows of the rarest word are ranked. */
  readonly most: number
  readonly rows: number
}

export interface HitRow {
  readonly kind: StoredKind
  readonly id: string
  /** Null for a document of no project. */
  readonly projectId: string | null
  readonly projectName: string | null
  readonly isCut: boolean
}

/** The entries that have all words and may be shown, the best first. */
export const hitsOf = statement<SearchQuery, HitRow>(
  'search.hits',
  `with found as materialized (
     select s.entry_id, s.kind, s.project_id, s.word, s.weight from search_word s
     where s.workspace_id = :workspace and ${begins(':rarest')} and s.kind = any(:kinds)
       and (${isInShownProjects('s.project_id')} or (s.project_id is null and :projectId::uuid is null))
     order by s.word, s.entry_id desc limit :most),
   one as (select s.entry_id, s.kind, s.project_id, ${score(':rarest')} as score from found s group by 1, 2, 3),
   ranked as (
     select one.entry_id, one.kind, one.project_id, one.score + coalesce(more.score, 0) as score from one
     cross join lateral (
       select count(best) as found, sum(best) as score from unnest(:others::text[]) asked (word)
       cross join lateral (
         select ${score('asked.word')} as best from search_word s
         where s.workspace_id = :workspace and s.entry_id = one.entry_id and ${begins('asked.word')}) its
     ) more
     where more.found = cardinality(:others::text[])
     order by score desc, one.entry_id desc limit :rows)
   select ranked.kind, ranked.entry_id as id, ranked.project_id as "projectId",
     ${projectName('ranked.project_id')} as "projectName", (select count(*) from found) >= :most as "isCut"
   from ranked order by ranked.score desc, ranked.entry_id desc`,
)
