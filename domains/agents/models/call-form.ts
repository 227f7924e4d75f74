import type { ShapeName } from '../../../execution/models/index.ts'

/** The form of a call. */
export type CallForm = ShapeName | 'embeddings' | 'token_count'
