import { newId } from '@nashta/browser/new-id'
import type { MenuEntry, Menus } from '@nashta/contracts/storefront/menu-rules'

/** `id` tells the entries of the form apart. */
export type EntryDraft = { id: string; label: string; to: string; hidesWhenEmpty: boolean }

export type MenusDraft = {
  header: readonly EntryDraft[]
  phone: readonly EntryDraft[]
  footer: readonly { id: string; title: string; links: readonly EntryDraft[] }[]
}

export function draftOf({ header, phone, footer }: Menus): MenusDraft {
  return {
    header: entriesOf('header', header),
    phone: entriesOf('phone', phone),
    footer: footer.map(({ title, links }, index) => ({
      id: `column-${index}`,
      title,
      links: entriesOf(`column-${index}`, links),
    })),
  }
}

function entriesOf(menu: string, entries: readonly MenuEntry[]): EntryDraft[] {
  return entries.map(({ label, to, hidesWhenEmpty = false }, index) => ({
    id: `${menu}-${index}`,
    label,
    to,
    hidesWhenEmpty,
  }))
}

export function newEntry(): EntryDraft {
  return { id: newId(), label: '', to: '', hidesWhenEmpty: false }
}

/** The request that saves the draft. It is not checked yet. */
export function inputOf({ header, phone, footer }: MenusDraft) {
  return {
    header: header.map(toEntry),
    phone: phone.map(toEntry),
    footer: footer.map(({ title, links }) => ({ title, links: links.map(toEntry) })),
  }
}

function toEntry({ label, to, hidesWhenEmpty }: EntryDraft): MenuEntry {
  return { label, to, ...(hidesWhenEmpty && { hidesWhenEmpty }) }
}
