interface PagesState {
  readonly data: { readonly pages: readonly unknown[] } | undefined
  readonly isError: boolean
  readonly hasNextPage: boolean
}

/**
 * Reads the page after the `had` ones. An event that makes a list stale ends the reading of its next page, and no
 * reading begins while the list is read again: then it is requested again, so that the person need not click twice.
 */
export const fetchUntilNewPage = async (
  fetchNextPage: (how: { cancelRefetch: false }) => Promise<PagesState>,
  had: number,
): Promise<void> => {
  for (;;) {
    const { data, isError, hasNextPage } = await fetchNextPage({ cancelRefetch: false })
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > had) return
  }
}
