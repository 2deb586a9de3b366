/** Apart from the forms of an issue, so that the list loads neither them nor their styles. */
export function DiscardCheckbox() {
  return (
    <p className="check">
      <label>
        <input type="checkbox" name="discard" value="yes" /> Also discard future events
      </label>
    </p>
  );
}
