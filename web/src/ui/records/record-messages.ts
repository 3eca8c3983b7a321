import { commonMessages } from '../../platform/language/common.messages.ts';
import { fillIn, type Language, useLanguage, type Values } from '../../platform/language/messages.ts';

type Key =
  | 'title'
  | 'noneBody'
  | 'none'
  | 'add'
  | 'edit'
  | 'editNamed'
  | 'removeNamed'
  | 'removeTitle'
  | 'removeBody'
  | 'removed'
  | 'saved'
  | 'saveFailed'
  | 'planLimit';

/** The texts of a screen of records, by the names its page and its form know. What a screen does not say has common words. */
export type RecordMessages = Record<Language, { [key in Key]?: string }>;

export function useRecordMessages(messages: RecordMessages) {
  const { language } = useLanguage();
  const own = messages[language];
  const common = commonMessages[language];
  const shared: Record<Key, string> = {
    title: '',
    noneBody: '',
    none: common.none,
    add: common.add,
    edit: common.edit,
    editNamed: `${common.edit} {name}`,
    removeNamed: `${common.delete} {name}`,
    removeTitle: common.deleteTitle,
    removeBody: common.deleteBody,
    removed: common.done,
    saved: common.done,
    saveFailed: '',
    planLimit: '',
  };
  return (key: Key, values?: Values) => fillIn(own[key] ?? shared[key], values);
}
