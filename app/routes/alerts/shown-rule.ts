import { type ShownChannel, shownChannel } from "#server/domain/alert/shown-channel.ts";
import type { ListedRule } from "#server/storage/alerts/alert-store.ts";

/** A rule without secrets: loader data is readable in the page. */
export type ShownRule = Omit<ListedRule, "channels"> & { channels: ShownChannel[] };

export const shownRule = (rule: ListedRule, mayChange: boolean): ShownRule => ({
  ...rule,
  channels: rule.channels.map((channel) => shownChannel(channel, mayChange)),
});
