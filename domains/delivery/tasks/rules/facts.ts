/** Kinds of notes by which a person can decide about a change; they do not count against it. */
const factKinds: readonly string[] = ['file_removed', 'names_changed', 'package_loaded', 'tests_load_file']

/** True if a finding is a fact of the change. */
export const isFact = ({ kind }: { readonly kind?: string | undefined }): boolean =>
  kind !== undefined && factKinds.includes(kind)
