import type { ShapeName } from '../../../execution/models/index.ts'

/** What a call is written in. */
export type CallForm = ShapeName | 'embeddings' | 'token_count'
