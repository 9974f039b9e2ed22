import { maxWordLength, searchPage } from '../../../contract/site/siteSearch.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The history's entry of an open menu or search is the page's again, or Back from the results would open it. */
function leavePanel(): void {
  const { y } = (history.state ?? {}) as { y?: number }
  history.replaceState({ y }, '')
}

/** Works without a script. The word that was searched for can be changed. */
export function SearchForm({ word }: { word?: string }) {
  return (
    <form className="search-form row unprinted" action={searchPage} role="search" onSubmit={leavePanel}>
      <input
        className="fill"
        type="search"
        name="word"
        defaultValue={word}
        maxLength={maxWordLength}
        autoFocus={word === ''}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="搜索产品、新闻和案例"
        aria-label="搜索产品、新闻和案例"
      />
      <button className="button" aria-label="搜索">
        <Icon name="search" />
      </button>
    </form>
  )
}
