import { signIn } from "./actions";

export default function SignInPage() {
  return (
    <form action={signIn}>
      <input name="email" />
      <input name="password" />
      <button type="submit">Sign in</button>
    </form>
  );
}
