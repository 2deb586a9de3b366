import { channelNames } from "#app/routes/alerts/shown-delivery.ts";
import { grouped } from "#app/ui/count.ts";
import type { ChannelCounts } from "#server/storage/delivery-store.ts";

const columns = ["pending", "retrying", "delivered", "failed"] as const;

export function ChannelTable({ counts }: { counts: ChannelCounts[] }) {
  return (
    <table>
      <caption>Deliveries of the last 24 hours</caption>
      <thead>
        <tr>
          <th scope="col">Channel</th>
          {columns.map((state) => (
            <th className="number" scope="col" key={state}>
              {state}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counts.map((each) => (
          <tr key={each.kind}>
            <th scope="row">{channelNames[each.kind]}</th>
            {columns.map((state) => (
              <td className="number" key={state}>
                {grouped(each[state])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
